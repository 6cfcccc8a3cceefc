import { canonicalRoute } from '../../shared/docs-versions.ts';
import { KINDS_WITHOUT_TEXT } from '../../shared/page-kinds.ts';
import type { SiteData } from '../../shared/site.ts';
import type { CompiledPage } from '../pages.tsx';
import { escapeHtml } from './escape.ts';

/** Every indexable page, each document once: in the newest release that has it. */
export function renderSitemap(root: string, site: SiteData, pages: readonly CompiledPage[]): string {
  const urls = pages
    .filter(({ page }) => !page.unlisted && !KINDS_WITHOUT_TEXT.has(page.kind))
    .filter(({ page }) => canonicalRoute(site, page) === page.route)
    .map(({ page }) => ({ loc: root + page.route.slice(1), updated: page.updated }))
    .sort((a, b) => (a.loc < b.loc ? -1 : 1))
    .map(({ loc, updated }) => {
      const lastmod = updated === null ? '' : `<lastmod>${updated}</lastmod>`;
      return `<url><loc>${escapeHtml(loc)}</loc>${lastmod}</url>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** Crawlers may read everything: a page that must not be indexed says so itself, and must be read for that. */
export function renderRobots(root: string): string {
  return `User-agent: *\nAllow: /\nSitemap: ${root}sitemap.xml\n`;
}
