import type { Page } from './site.ts';

/** `{page} | {site}`, different for each page; the home page carries the site's own title first. */
export function documentTitle(page: Pick<Page, 'kind' | 'title' | 'fullTitle'>, siteTitle: string): string {
  return page.kind === 'home'
    ? `${siteTitle}: ${page.title}`
    : `${page.fullTitle ?? page.title} | ${siteTitle}`;
}

/** The title of an API in a list of APIs, where the last word says nothing and costs a second line. */
export function titleInList(title: string): string {
  return title.replace(/ API$/, '');
}
