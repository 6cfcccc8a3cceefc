import path from 'node:path';
import { isExternal, withBaseUrl } from '../../shared/urls.ts';
import { REFERENCE_ROUTES } from '../contracts.ts';
import type { Problem } from '../problems.ts';
import type { Content, Source } from './load.ts';
import { type Placement, routeInEdition } from './versions.ts';

const STATIC_FILE = 'pathname://';
/** The name of a file, and a query or hash after it. */
const FILE_AND_REST = /^([^?#]*)(.*)$/s;
/** Documents link to each other without a version; links stay within the version. */
const DOCS = '/docs/';

/** Makes the resolver of one source: `other.md` becomes its route, routes get the base URL, the rest stays. */
export function createLinkResolver(source: Source, edition: Placement, baseUrl: string, problems: Problem[]) {
  // By their place in the content, wherever the files are: a mounted page links as if it were there.
  const { content, path: docsPath } = edition;
  const byName = sourcesByName(content);
  const isAmbiguous = isRouteLike(baseUrl, content);
  // An author may have written the base URL: it is not added again, unless routes begin with the same words.
  const withBase = (route: string) =>
    !isAmbiguous && `${route}/`.startsWith(baseUrl)
      ? withBaseUrl(baseUrl, `/${route.slice(baseUrl.length)}`)
      : withBaseUrl(baseUrl, route);
  return (href: string, line: number): string => {
    if (href.startsWith(STATIC_FILE)) return withBase(href.slice(STATIC_FILE.length));
    if (isExternal(href) || href.startsWith('#')) return href;
    const [, target = '', rest = ''] = FILE_AND_REST.exec(href) ?? [];
    if (href.startsWith(DOCS) && source.area === 'docs' && !href.startsWith(docsPath))
      return withBaseUrl(baseUrl, routeInEdition(edition, target) + rest);
    if (href.startsWith('/')) return withBase(href);
    const found = byName.get(path.posix.join(path.posix.dirname(nameOf(source)), decodePath(target)));
    if (!found) {
      problems.push({ file: source.file, line, message: `link ${href} names a file that does not exist` });
      return '#';
    }
    return withBaseUrl(baseUrl, found.route) + rest;
  };
}

/** Markdown writes spaces and non-ASCII letters as `%20`; invalid encoding names no file. */
function decodePath(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

/** True where the base URL begins like the routes of some pages. */
function isRouteLike(baseUrl: string, { sources }: Content): boolean {
  const routes = ['/search/', ...Object.values(REFERENCE_ROUTES), ...sources.map(({ route }) => route)];
  return baseUrl !== '/' && routes.some((route) => route.startsWith(baseUrl));
}

function nameOf({ area, id }: Source): string {
  return `${area}/${id}.md`;
}

const byContent = new WeakMap<Content, ReadonlyMap<string, Source>>();

/** Cached, because all pages of one version need it. */
function sourcesByName(content: Content): ReadonlyMap<string, Source> {
  const known = byContent.get(content);
  if (known) return known;
  const made = new Map(content.sources.map((source) => [nameOf(source), source]));
  byContent.set(content, made);
  return made;
}
