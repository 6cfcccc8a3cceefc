import { describe, expect, it } from 'vitest';
import { type ClickFacts, isClientNavigation } from './link-policy.ts';

const SITE = { origin: 'https://docs.example', baseUrl: '/', documentRoutes: ['/api/'], isOnDocument: false };

function click(href: string, changes: Partial<ClickFacts> = {}): ClickFacts {
  const url = new URL(href, 'https://docs.example/docs/a/');
  const base = {
    button: 0,
    hasModifier: false,
    isPrevented: false,
    rawHref: href,
    url,
    target: '',
    isDownload: false,
  };
  return { ...base, ...changes };
}

describe('a click on a link', () => {
  it.each([
    ['/docs/b/', {}, true],
    ['/docs/b/#part', {}, true],
    ['#part', {}, false],
    ['/docs/b/', { target: '_blank' }, false],
    ['/docs/b/', { target: '_self' }, true],
    ['/docs/b/', { hasModifier: true }, false],
    ['/docs/b/', { button: 1 }, false],
    ['/docs/b/', { isDownload: true }, false],
    ['/docs/b/', { isPrevented: true }, false],
    ['https://other.example/docs/b/', {}, false],
    ['/openapi/a.json', {}, false],
    ['/docs/b.html', {}, true],
    ['/api/', {}, false],
  ] as const)('[9] [13] on %s with %o swaps the page in place: %s', (href, changes, want) => {
    expect(isClientNavigation(click(href, changes), SITE)).toBe(want);
  });
});
