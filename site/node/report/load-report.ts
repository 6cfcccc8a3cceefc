import { readFileSync } from 'node:fs';
import { categoryPages } from '../category-pages.ts';
import type { Settings } from '../config.ts';
import { checkRoutes } from '../conformance/check-pages.ts';
import { editionsOf } from '../content/versions.ts';
import { referencePlaces } from '../contracts.ts';
import { compileContent, compileSidebars, notFoundPage, offlinePage, searchPage } from '../pages.tsx';
import { loadWholeContent } from '../whole-content.ts';
import { type Report, reportOn } from './report.ts';

/** Pages that are generated from data: the tree does not declare them one by one. */
const SETS: Readonly<Record<string, (declared: readonly string[]) => readonly string[]>> = {
  '@requirements': () => checkRoutes(),
  '@folders': foldersOf,
  '@apis': () => referencePlaces().flatMap(({ api, route }) => (api === undefined ? [] : [route])),
};

/** Routes that the site must have, no more and no fewer. */
export function readTree(text = readFileSync(new URL('tree.txt', import.meta.url), 'utf8')): string[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const declared = lines.filter((line) => line.startsWith('/'));
  return lines.flatMap((line) => {
    if (line.startsWith('/')) return [line];
    const set = SETS[line];
    if (set === undefined) throw new Error(`tree.txt: ${line} is neither a route nor a set of pages`);
    return set(declared);
  });
}

/** The folders of the documentation that are no page themselves. */
function foldersOf(declared: readonly string[]): string[] {
  const above = declared
    .filter((route) => route.startsWith('/docs/'))
    .flatMap((route) =>
      [...route.slice(0, -1).matchAll(/\//g)].map(({ index }) => route.slice(0, index + 1)),
    );
  return [...new Set(above)].filter((route) => route !== '/' && !declared.includes(route));
}

/** The report on the site's content; the build reports errors within a page. */
export function loadReport(settings: Settings): Report {
  const editions = editionsOf(loadWholeContent(settings.contentDir, []), []);
  const plain = { ...settings, baseUrl: '/' };
  const sidebars = compileSidebars(editions);
  const pages = compileContent(editions, sidebars, plain, []);
  const others = [
    ...referencePlaces().map(({ route }) => route),
    ...[...categoryPages(editions, sidebars, '/'), searchPage(), offlinePage(), notFoundPage()].map(
      ({ page }) => page.route,
    ),
  ];
  return reportOn(pages, readTree(), others);
}
