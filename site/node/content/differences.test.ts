import { expect, it } from 'vitest';
import { madeUpContent, madeUpPage } from '../made-up-content.ts';
import { compileContent, compileSidebars } from '../pages.tsx';
import { withDifferences } from './differences.ts';
import { editionsOf } from './versions.ts';

const { content } = madeUpContent({
  'docs/p0_same.md': madeUpPage('## First\n\nText.\n\n[Other](p1_changed.md).'),
  'docs/p1_changed.md': madeUpPage(
    'Text.\n\n## Kept\n\nText.\n\n## Grown\n\nText.\n\n:::: since next\nMore.\n\n## Added\n\nText.\n::::\n',
  ),
  'docs/p2_new.md': madeUpPage('Text.', 'since: next\n'),
});

function differences(releases: readonly string[]) {
  const editions = editionsOf(content, releases);
  const settings = { baseUrl: '/', editUrl: '' };
  const pages = withDifferences(compileContent(editions, compileSidebars(editions), settings, []), '2.3.0');
  return Object.fromEntries(pages.map(({ page }) => [page.route, page.differences]));
}

it('[113] a page of another version has the sections that differ from the newest release', () => {
  expect(differences(['2.3.0'])).toEqual({
    '/docs/next/p1_changed/': [
      { label: 'Grown', to: '/docs/next/p1_changed/#grown' },
      { label: 'Added', to: '/docs/next/p1_changed/#added' },
    ],
    '/docs/next/p2_new/': undefined,
    '/docs/p0_same/': undefined,
    '/docs/p1_changed/': undefined,
  });
});
