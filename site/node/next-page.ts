import type { Edition } from './content/versions.ts';
import { link, list } from './contract-docs/markdown.ts';
import { escapeHtml } from './output/escape.ts';
import type { CompiledPage } from './pages.tsx';

/**
 * Replaces the first page of the unreleased version `next` with a list of its pages, each with the sections that differ
 * from the newest release `last`.
 * @param compiled all pages, with their differences
 */
export function withNextPage(
  compiled: readonly CompiledPage[],
  next: Edition,
  last: Edition,
  baseUrl: string,
): CompiledPage[] {
  const rows = compiled
    .filter(({ page, source }) => source !== null && page.docs?.version === next.name)
    .map(({ page: { route, title, differences } }) => ({
      ...{ route, title },
      text: differences?.map(({ label }) => label).join(', ') ?? `not in ${last.label}`,
    }));
  const items = rows.map(
    ({ route, title, text }) =>
      `<li><a href="${baseUrl}${route.slice(1)}">${escapeHtml(title)}</a>: ${escapeHtml(text)}</li>`,
  );
  const title = `Changes since ${last.label}`;
  const description = `The pages of the unreleased documentation that differ from ${last.label}. All other pages are the same.`;
  const html = [`<h1>${title}</h1>`, `<p>${description}</p>`, '<ul>', ...items, '</ul>'].join('\n');
  const body = `${description}\n\n${list(rows.map((row) => `${link(row.title, row.route)}: ${row.text}`))}\n`;
  return compiled.map((one) => {
    if (one.source !== null || one.page.route !== next.path) return one;
    const { differences: _, ...page } = one.page;
    return {
      ...one,
      page: { ...page, title, fullTitle: `${title} (${next.label})`, description },
      ...{ html, body },
    };
  });
}
