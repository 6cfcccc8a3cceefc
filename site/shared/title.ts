import type { Page } from './site.ts';

/** `{page} | {site}`; the home page carries the site's own title first. */
export function documentTitle(page: Pick<Page, 'kind' | 'title'>, siteTitle: string): string {
  return page.kind === 'home' ? `${siteTitle}: ${page.title}` : `${page.title} | ${siteTitle}`;
}
