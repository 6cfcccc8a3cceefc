import type { PagerLink } from '../../shared/site.ts';
import type { CompiledPage } from '../pages.tsx';
import { readSections, type Section } from '../search/sections.ts';

const BEGINNING = 'the beginning of the page';

/**
 * Adds to each page of another version the sections that differ from the same page of the newest release `last`. Pages
 * that the newest release does not have stay as they are.
 */
export function withDifferences(
  compiled: readonly CompiledPage[],
  last: string | undefined,
): readonly CompiledPage[] {
  const byRoute = new Map(compiled.map((one) => [one.page.route, one]));
  return compiled.map((one) => {
    const { docs } = one.page;
    const newest = docs === null || last === undefined ? undefined : docs.routes[last];
    const other = newest === undefined ? undefined : byRoute.get(newest);
    if (other === undefined || other === one) return one;
    return { ...one, page: { ...one.page, differences: differencesOf(one, other) } };
  });
}

/** Sections with another text or of one page only, in the order of the first page; then those of the other page only. */
function differencesOf(one: CompiledPage, other: CompiledPage): PagerLink[] {
  const [sections, others] = [sectionsOf(one), sectionsOf(other)];
  const changed = [...sections].filter(([key, { text }]) => others.get(key)?.text !== text);
  const missing = [...others].filter(([key]) => !sections.has(key));
  return [
    ...changed.map(([, section]) => linkTo(one, section)),
    ...missing.map(([, section]) => linkTo(other, section)),
  ];
}

function sectionsOf({ html }: CompiledPage): Map<string, Section> {
  return new Map(readSections(html).map((section) => [section.id ?? section.title, section]));
}

function linkTo({ page }: CompiledPage, { id, title }: Section): PagerLink {
  const isBeginning = title === '' || title === page.title;
  return { label: isBeginning ? BEGINNING : title, to: id === null ? page.route : `${page.route}#${id}` };
}
