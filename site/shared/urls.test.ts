import { describe, expect, it } from 'vitest';
import { isExternal, isSameRoute, normalizeBaseUrl, routeOf, stripHtmlSuffix, withBaseUrl } from './urls.ts';

describe('addresses', () => {
  it.each([
    ['https://x.example', true],
    ['mailto:a@b.example', true],
    ['//x.example/a', true],
    ['/docs/a', false],
    ['docs/a:b', false],
    ['#a', false],
  ])('[8] says whether %s leaves the site: %s', (href, want) => {
    expect(isExternal(href)).toBe(want);
  });

  it.each([
    ['/base/', '/docs/a', '/base/docs/a'],
    ['/docs/', '/docs/a', '/docs/docs/a'],
    ['/base/', '#a', '#a'],
    ['/base/', 'https://x.example/a', 'https://x.example/a'],
    ['/base/', '//x.example/a', '//x.example/a'],
    ['/', '/docs/a', '/docs/a'],
  ])('[11] [12] puts the base URL %s before %s: %s', (base, to, want) => {
    expect(withBaseUrl(base, to)).toBe(want);
  });

  it.each([
    ['base', '/base/'],
    ['/base', '/base/'],
    ['', '/'],
    ['//a/b//', '/a/b/'],
  ])('reads %o as the base URL %s', (given, want) => {
    expect(normalizeBaseUrl(given)).toBe(want);
  });

  it.each([
    ['/docs/x.html', '/docs/x'],
    ['/docs/x/index.html', '/docs/x'],
    ['/docs/x.html/y', '/docs/x.html/y'],
    [' /docs/x.html ', '/docs/x'],
    ['/index.html', '/'],
  ])('[4] [5] takes the suffix off %s only at the end: %s', (given, want) => {
    expect(stripHtmlSuffix(given)).toBe(want);
  });

  it.each([
    ['/', '/docs/x', '/docs/x/'],
    ['/', '/docs/x/', '/docs/x/'],
    ['/', '/docs/x.html', '/docs/x/'],
    ['/', '/index.html', '/'],
    ['/base/', '/base', '/'],
    ['/base/', '/base/docs/x', '/docs/x/'],
    ['/base/', '/other/docs/x', null],
  ])('under %s finds in %s the route %s', (base, pathname, want) => {
    expect(routeOf(base, pathname)).toBe(want);
  });

  it('[14] throws a URIError for a pathname that cannot be decoded', () => {
    expect(() => routeOf('/', '/docs/%E0%A4%A')).toThrow(URIError);
  });

  it('[7] ignores trailing slash and letter case when comparing routes', () => {
    expect(isSameRoute('/Docs/x', '/docs/X/')).toBe(true);
    expect(isSameRoute('/docs/x', '/docs/y')).toBe(false);
  });
});
