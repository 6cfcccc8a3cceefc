import type { DocsVersion, Page, ShownSite } from './site.ts';

/** The version a route belongs to: the most specific path wins, so `/docs/2.2.0/x/` is not taken by `/docs/`. */
export function versionOfRoute(versions: readonly DocsVersion[], route: string): DocsVersion | null {
  const holding = versions.filter(({ path }) => route.startsWith(path));
  return holding.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null;
}

/** Where a version shows this page: the same document, or its main document where it has none. */
export function routeInVersion(version: DocsVersion, page: Pick<Page, 'docs'>): string {
  return page.docs?.routes[version.name] ?? version.main;
}

/** The same document in the newest release, where there is one: search engines need one version of it. */
export function canonicalRoute(
  { docsVersions }: Pick<ShownSite, 'docsVersions'>,
  page: Pick<Page, 'route' | 'docs'>,
): string {
  const last = docsVersions.find((version) => version.isLast);
  return (last && page.docs?.routes[last.name]) ?? page.route;
}

/** What the reader has to know about a version: it is ahead of the newest release, behind it, or the one itself. */
export function standingOf(
  versions: readonly DocsVersion[],
  name: string,
): 'latest' | 'unreleased' | 'unmaintained' {
  const at = versions.findIndex((version) => version.name === name);
  const last = versions.findIndex((version) => version.isLast);
  if (at === last || at === -1) return 'latest';
  return at < last ? 'unreleased' : 'unmaintained';
}
