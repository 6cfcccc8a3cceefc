import { expect, it } from 'vitest';
import { categoryPages } from './category-pages.ts';
import { editionsOf } from './content/versions.ts';
import { madeUpContent, madeUpPage } from './made-up-content.ts';
import { type CompiledPage, compileSidebars } from './pages.tsx';

const FILES = {
  'docs/p0_intro.md': madeUpPage('Text.'),
  'docs/p1_guide/_category.yaml': 'label: Guide\ndescription: For readers.\nposition: 1\n',
  'docs/p1_guide/first.md': madeUpPage('Text.'),
  'docs/p1_guide/deep/second.md': madeUpPage('Text.'),
  'docs/p2_own/p2_own.md': madeUpPage('Text.'),
  'docs/p2_own/third.md': madeUpPage('Text.'),
};

function pagesOf(files: Readonly<Record<string, string>>): CompiledPage[] {
  const editions = editionsOf(madeUpContent(files).content, ['2.3.0']);
  return categoryPages(editions, compileSidebars(editions), '/base/');
}

const pages = pagesOf({
  ...FILES,
  'docs/p1_guide/first.md': madeUpPage('Text.\n\n:::: since next\nMore.\n::::'),
});
const at = (route: string) => pages.find(({ page }) => page.route === route);

it('[81] [174] every folder without a hand-written page has a generated one in each version with a different page, and so has the documentation', () => {
  expect(pages.map(({ page }) => page.route).toSorted()).toEqual([
    '/docs/',
    '/docs/next/',
    '/docs/next/p1_guide/',
    '/docs/p1_guide/',
    '/docs/p1_guide/deep/',
  ]);
  expect(pagesOf(FILES).map(({ page }) => page.route)).not.toContain('/docs/next/');
});

it('[81] such a page has a card for each page and folder inside, and leads to the same folder of other versions', () => {
  const { page, html } = at('/docs/next/p1_guide/') ?? {};
  expect(page?.title).toBe('Guide');
  expect(page?.description).toBe('For readers.');
  expect(html).toContain('<p>For readers.</p>');
  expect(html?.match(/class="card"/g)).toHaveLength(2);
  expect(html).toContain('<a href="/base/docs/next/p1_guide/first/">');
  expect(html).not.toContain('…');
  // The folder has only this page.
  expect(html).toContain('<a href="/base/docs/p1_guide/deep/second/">');
  expect(page?.breadcrumbs).toEqual([{ label: 'Documentation', to: '/docs/next/' }, { label: 'Guide' }]);
  expect(Object.values(page?.docs?.routes ?? {}).toSorted()).toEqual([
    '/docs/next/p1_guide/',
    '/docs/p1_guide/',
  ]);
  expect(at('/docs/')?.html).toContain('<a href="/base/docs/p2_own/">');
  expect(at('/docs/')?.html).toMatch(/>Guide<[^\n]*For readers\./);
});

it('[81] the entry of a folder leads to the pages in it, the first ones if there are many', () => {
  const names = Array.from({ length: 9 }, (_, index) => `docs/p1_guide/deep/page${index}.md`);
  const all = pagesOf({ ...FILES, ...Object.fromEntries(names.map((name) => [name, madeUpPage('Text.')])) });
  const html = all.find(({ page }) => page.route === '/docs/p1_guide/')?.html;
  expect(html?.match(/<li><a href="\/base\/docs\/p1_guide\/deep\/[a-z0-9]+\/">/g)).toHaveLength(8);
  expect(html).toContain('10 pages');
});

it('[81] the sidebar knows the address of each, in each version', () => {
  const editions = editionsOf(madeUpContent(FILES).content, ['2.3.0']);
  const listed = Object.values(compileSidebars(editions)).flatMap((items) =>
    items.flatMap((item) => (item.kind === 'category' ? [[item.label, item.list]] : [])),
  );
  expect(listed).toContainEqual(['Guide', '/docs/p1_guide/']);
  expect(listed.every(([label, list]) => (list === undefined) === (label !== 'Guide'))).toBe(true);
});
