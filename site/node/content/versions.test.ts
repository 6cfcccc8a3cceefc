import { expect, it } from 'vitest';
import { madeUpContent, madeUpPage } from '../made-up-content.ts';
import { compileContent, compileSidebars } from '../pages.tsx';
import { editionsOf } from './versions.ts';

const SAME = {
  'docs/p0_same.md': madeUpPage('[Changed](p1_changed.md#part) and [same](guide/first.md)'),
  'docs/guide/first.md': madeUpPage('Text.'),
};
const { content } = madeUpContent({
  ...SAME,
  'docs/p1_changed.md': madeUpPage(
    '[Same](/docs/p0_same/#part), [new](/docs/p2_new/), [folder](/docs/guide/).\n\n:::: since next\nMore.\n::::\n\n## Part',
  ),
  'docs/p2_new.md': madeUpPage('Text.', 'since: next\n'),
});
const editions = editionsOf(content, ['2.3.0', '2.2.0']);
const sidebars = compileSidebars(editions);
const pages = compileContent(editions, sidebars, { baseUrl: '/', editUrl: '' }, []);
const at = (route: string) => pages.find(({ page }) => page.route === route);

it('[174] the unreleased version has the pages that differ from the newest release, older releases have all', () => {
  expect(pages.map(({ page }) => page.route).toSorted()).toEqual([
    '/docs/2.2.0/guide/first/',
    '/docs/2.2.0/p0_same/',
    '/docs/2.2.0/p1_changed/',
    '/docs/guide/first/',
    '/docs/next/p1_changed/',
    '/docs/next/p2_new/',
    '/docs/p0_same/',
    '/docs/p1_changed/',
  ]);
});

it('[174] its pages and its sidebar lead to the newest release where a page is the same', () => {
  const { html = '', page } = at('/docs/next/p1_changed/') ?? {};
  for (const href of ['/docs/p0_same/#part', '/docs/next/p2_new/', '/docs/guide/'])
    expect(html).toContain(`href="${href}"`);
  expect(page?.previous?.to).toBe('/docs/p0_same/');
  expect(page?.next?.to).toBe('/docs/next/p2_new/');
  expect(at('/docs/p0_same/')?.page.docs?.routes).toEqual({
    current: '/docs/p0_same/',
    '2.3.0': '/docs/p0_same/',
    '2.2.0': '/docs/2.2.0/p0_same/',
  });
});

it('[174] there is no unreleased version without a difference', () => {
  const found = editionsOf(madeUpContent(SAME).content, ['2.3.0']);
  expect(found.map(({ name }) => name)).toEqual(['2.3.0']);
});
