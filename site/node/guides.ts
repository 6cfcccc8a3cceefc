import type { ReferenceModel } from '@tessera/contracts/reference-model';
import type { Guide, Guides } from '../reference/static/guides.ts';
import { distinctTitles } from './content/distinct-titles.ts';
import { coveredOf } from './contract-docs/catalog.ts';
import { code, link, list } from './contract-docs/markdown.ts';
import { routeOfReference } from './contracts.ts';
import type { CompiledPage } from './pages.tsx';

/** Pages about releases name every API and explain none. */
const RELEASES = '/p10_releases/';
/** A title that ends in dots reads as one that was cut, in a list of links. */
const LOOSE_DOTS = /(?:\.{3}|…)$/;

/**
 * Pages of the newest release, and outside the documentation, that explain something of an area of contracts: an
 * operation or a webhook when the page declares it, an API when the page links to it.
 */
export function guidesTo(
  model: ReferenceModel,
  compiled: readonly CompiledPage[],
  baseUrl: string,
  lastVersion: string | undefined,
): Guides {
  const apis = new Map(
    model.apis.map((api) => [baseUrl + routeOfReference(model, api).slice(1), api.id] as const),
  );
  const guides = new Map<string, Guide[]>();
  const shown = compiled.filter(
    ({ page }) => page.docs === null || (page.docs.version === lastVersion && !page.route.includes(RELEASES)),
  );
  const titles = distinctTitles(
    shown,
    ({ page }) => page.title,
    ({ page }) => page.breadcrumbs.at(-2)?.label,
  );
  for (const one of shown) {
    const { page, links, source } = one;
    const title = (titles.get(one) ?? page.title).replace(LOOSE_DOTS, '');
    const guide: Guide = { title, href: baseUrl + page.route.slice(1) };
    const covered = (source?.frontMatter.operations ?? []).map(coveredOf);
    const keys = [
      ...covered
        .filter(({ placed }) => placed.area === model.area)
        .map(({ placed, href }) => href.slice(placed.route.length + 1)),
      ...links.flatMap(({ href }) => apis.get(href) ?? []),
    ];
    for (const key of new Set(keys)) guides.set(key, [...(guides.get(key) ?? []), guide]);
  }
  return guides;
}

/** The operations that a page covers, as the last part of its Markdown; empty when it declares none. */
export function coveredMarkdown(operations: readonly string[] = []): string {
  if (operations.length === 0) return '';
  const items = operations.map((name) => {
    const { title, summary, href } = coveredOf(name);
    return `${link(code(title), href)}: ${summary}`;
  });
  return `\n\n:::: section covered\nOperations on this page\n\n${list(items)}\n::::\n`;
}
