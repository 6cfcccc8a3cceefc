import { expect, it } from 'vitest';
import { madeUpContent, madeUpPage } from '../made-up-content.ts';
import { distinctTitles } from './distinct-titles.ts';

it('titles of several pages are distinguished by their folders', () => {
  const pages = [
    { title: 'Overview', folder: 'Catalog' },
    { title: 'Overview', folder: 'Witty' },
    { title: 'Overview', folder: undefined },
    { title: 'Agents', folder: 'Witty' },
  ];
  const titles = distinctTitles(
    pages,
    ({ title }) => title,
    ({ folder }) => folder,
  );
  expect([...titles.values()]).toEqual(['Catalog: Overview', 'Witty: Overview', 'Overview', 'Agents']);
});

it('the pages before and after are called by their titles, whatever the sidebar calls them', () => {
  const label = 'sidebar_label: v1.0.0\n';
  const { pages } = madeUpContent({
    'docs/p1_notes/_category.yaml': 'label: Notes\n',
    'docs/p1_notes/a.md': madeUpPage('Text.', label, 'Release notes v1.0.0'),
    'docs/p1_notes/b.md': madeUpPage('Text.', 'sidebar_label: About\n', 'Overview'),
    'docs/p2_moves/a.md': madeUpPage('Text.', label, 'Overview'),
  });
  const beside = pages.map(({ page }) => [page.previous?.label, page.next?.label]);
  expect(beside).toEqual([
    [undefined, 'Notes: Overview'],
    ['Release notes v1.0.0', 'Overview'],
    ['Notes: Overview', undefined],
  ]);
});
