import { describe, expect, it } from 'vitest';
import { findBrokenLinks } from './check-links.ts';

function problemsOf(href: string, html = `<p id="x"><a href="${href}">there</a></p>`): string[] {
  const page = {
    route: '/a/',
    output: 'a/index.html',
    html,
    source: 'content/a.md',
    links: [{ href, line: 7 }],
  };
  const problems = findBrokenLinks({ baseUrl: '/', pages: [page], files: new Set(['openapi/a.json']) });
  return problems.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

describe('a link', () => {
  it.each([
    '#x',
    '/a/#x',
    '/openapi/a.json',
    'https://example.org/path?q=1#part',
    'http://localhost:4400/health',
    '//example.org/x',
    'mailto:someone@example.org',
  ])('may be %s', (href) => expect(problemsOf(href)).toEqual([]));

  it.each([
    ['/b/', 'link /b/ leads nowhere'],
    ['#y', 'link #y names an anchor that /a/ does not have'],
    ['https://', 'link https:// is no address'],
    ['https://exa mple.org/', 'link https://exa mple.org/ is no address'],
    ['https://example/', 'link https://example/ names no host'],
    ['https://me:secret@example.org/', 'link https://me:secret@example.org/ names a user'],
    ['javascript:alert(1)', 'link javascript:alert(1) has a scheme other than http: https: mailto:'],
  ])('may not be %s', (href, message) => expect(problemsOf(href)).toEqual([`content/a.md:7 ${message}`]));
});

describe('the place that a browser waits for before it paints', () => {
  const waitFor = (id: string) => problemsOf(`#${id}`, `<link rel="expect" href="#${id}"><p id="x">.</p>`);

  it('is one of the page', () => expect(waitFor('x')).toEqual([]));

  it('is complained about elsewhere', () =>
    expect(waitFor('y')).toEqual(['content/a.md:7 link #y names an anchor that /a/ does not have']));
});
