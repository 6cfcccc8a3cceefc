import { documentTitle } from '../../shared/title.ts';
import { NEXT_PATH } from '../content/versions.ts';
import { cspHash } from '../hash.ts';
import type { CompiledPage } from '../pages.tsx';
import { escapeHtml } from './escape.ts';
import type { Output } from './output-folder.ts';

/** Keeps the place; without scripts, the links of the page do. */
const SCRIPT = 'location.replace(document.links[0].href+location.search+location.hash)';

interface RedirectInput {
  readonly siteTitle: string;
  readonly baseUrl: string;
  /** Origin of the published site. */
  readonly url: string;
  /** The newest release, for example `2.3.0`. */
  readonly last: string;
}

/**
 * Writes a page that leads to the newest release at each address of the unreleased version that has no page, because the
 * newest release has the same one.
 */
export function addRedirects(output: Output, compiled: readonly CompiledPage[], input: RedirectInput): void {
  for (const one of compiled) {
    const { docs, route } = one.page;
    if (docs?.version !== input.last) continue;
    const file = `${NEXT_PATH.slice(1)}${route.slice('/docs/'.length)}index.html`;
    if (!output.has(file)) output.set(file, renderRedirect(one, input));
  }
}

function renderRedirect({ page }: CompiledPage, { siteTitle, baseUrl, url, last }: RedirectInput): string {
  const href = escapeHtml(baseUrl + page.route.slice(1));
  const title = escapeHtml(documentTitle(page, siteTitle));
  const places = page.toc.map(
    ({ id, html }) => `<li id="${escapeHtml(id)}"><a href="${href}#${escapeHtml(id)}">${html}</a></li>`,
  );
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${cspHash(SCRIPT)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<link rel="canonical" href="${escapeHtml(url)}${href}">`,
    '</head>',
    '<body>',
    `<p>This page is the same in ${escapeHtml(last)}: <a href="${href}">${escapeHtml(page.title)}</a></p>`,
    ...(places.length > 0 ? ['<ul>', ...places, '</ul>'] : []),
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
