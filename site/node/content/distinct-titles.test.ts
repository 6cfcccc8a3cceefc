import { expect, it } from 'vitest';
import { distinctTitles } from './distinct-titles.ts';

it('titles that several pages have are told apart by their folders', () => {
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
