import { describe, expect, it } from 'vitest';
import { SIDEBAR_BRANCH_LIMIT } from '../../shared/constants.ts';
import type { SidebarItem } from '../../shared/site.ts';
import { openBranch } from './sidebar.ts';

const COUNT = 100;

const pages = (folder: string): SidebarItem[] =>
  Array.from({ length: COUNT }, (_, index) => ({
    kind: 'doc',
    label: `${folder} ${index}`,
    to: `/${folder}/${index}/`,
  }));
const SIDEBAR: SidebarItem[] = ['a', 'b'].map((key) => ({
  kind: 'category',
  key,
  label: key,
  first: `/${key}/0/`,
  list: `/${key}/`,
  items: pages(key),
}));

/** Labels of the branch that the static page shows open. */
function shownBeside(route: string): string[] {
  const open = openBranch(SIDEBAR, route).flatMap((item) =>
    item.kind === 'category' && item.items !== null ? [item.items] : [],
  );
  expect(open).toHaveLength(1);
  return (open[0] ?? []).map(({ label }) => label);
}

describe('the sidebar of a static page', () => {
  it('shows of a long branch the entries nearest to the page, and how many are left out', () => {
    const labels = shownBeside('/b/50/');
    expect(labels).toHaveLength(SIDEBAR_BRANCH_LIMIT + 2);
    expect(labels.at(0)).toBe('30 more before');
    expect(labels.slice(1, -1)).toEqual(
      Array.from({ length: SIDEBAR_BRANCH_LIMIT }, (_, index) => `b ${index + 30}`),
    );
    expect(labels.at(-1)).toBe('30 more after');
  });

  it.each([
    ['/a/0/', 'a 0', '60 more after'],
    ['/a/99/', '60 more before', 'a 99'],
  ])('is as long beside %s, at the end of its branch', (route, first, last) => {
    const labels = shownBeside(route);
    expect(labels).toHaveLength(SIDEBAR_BRANCH_LIMIT + 1);
    expect([labels.at(0), labels.at(-1)]).toEqual([first, last]);
  });

  it('opens a category on the page that lists it', () => {
    expect(shownBeside('/b/').at(0)).toBe('b 0');
  });

  it('leads from what is left out to the next page of it, so that every page can be reached without scripts', () => {
    const [, b] = openBranch(SIDEBAR, '/b/50/');
    const items = b?.kind === 'category' ? (b.items ?? []) : [];
    expect([items.at(0)?.to, items.at(-1)?.to]).toEqual(['/b/29/', '/b/70/']);
  });
});
