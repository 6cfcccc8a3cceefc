import { describe, expect, it } from 'vitest';
import type { Fragment } from '../shared/site.ts';
import { createNavigator, type Shown } from './navigator.ts';

const ORIGIN = 'https://docs.example';
const PAGE: Fragment = {
  buildId: 'b1',
  page: { route: '/', kind: 'page', title: '', description: '', sidebar: null, docs: null, hasToc: false },
  html: '',
  toc: '',
};

/** A browser on `/a/`, 400 px down, in which pages arrive when the test says so. */
function open() {
  const log: string[] = [];
  const shown: Shown[] = [];
  const waiting = new Map<string, { resolve(fragment: Fragment): void; reject(cause: Error): void }>();
  const arrival = { place: { pathname: '/a/', search: '', hash: '' }, entry: { key: 'arrived' } };
  const navigator = createNavigator(
    arrival,
    {
      load: (pathname) => new Promise((resolve, reject) => waiting.set(pathname, { resolve, reject })),
    },
    {
      buildId: 'b1',
      positions: new Map(),
      push: (url) => log.push(`push ${url}`),
      replace: (url) => log.push(`replace ${url}`),
      leave: (url) => log.push(`leave ${url}`),
      now: () => 7,
      scrollY: () => 400,
      warn: (message) => log.push(message),
    },
    { onPending() {}, onShow: (one) => shown.push(one) },
  );
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    log,
    shown,
    navigator,
    go: (address: string, how: 'push' | 'replace' = 'push') =>
      navigator.navigate(new URL(address, ORIGIN), how),
    async arrive(pathname: string) {
      waiting.get(pathname)?.resolve(PAGE);
      await settle();
    },
    async fail(pathname: string) {
      waiting.get(pathname)?.reject(new Error('no network'));
      await settle();
    },
  };
}

describe('navigation', () => {
  it('[16] shows a page that is asked for twice before it arrives', async () => {
    const { shown, go, arrive } = open();
    go('/b/');
    go('/b/', 'replace');
    expect(shown).toEqual([]);
    await arrive('/b/');
    expect(shown.map(({ place, scroll }) => [place.pathname, scroll.kind])).toEqual([['/b/', 'top']]);
  });

  it('[38] keeps the position of the page on screen when another one is chosen before the first arrives', async () => {
    const { shown, navigator, go, arrive } = open();
    go('/b/');
    go('/c/');
    await arrive('/c/');
    navigator.traverse(new URL('/a/', ORIGIN), { key: 'arrived' });
    await arrive('/a/');
    expect(shown.at(-1)?.scroll).toEqual({ kind: 'restore', y: 400 });
  });

  it.each([1, 2, 3])(
    '[24] loads the whole page at its address when it fails, also time no. %i',
    async (times) => {
      const { log, go, fail } = open();
      for (let time = 0; time < times; time += 1) {
        go('/b/#part');
        await fail('/b/');
      }
      // The current page replaces the failed entry: otherwise the browser would only jump to the hash.
      const once = [
        'push /b/#part',
        'Loading /b/ failed; loading the whole page instead.',
        'replace /a/',
        'leave /b/#part',
      ];
      expect(log).toEqual(Array.from({ length: times }, () => once).flat());
    },
  );
});
