import path from 'node:path';
import { isExternal, withBaseUrl } from '../../shared/urls.ts';
import type { Problem } from '../problems.ts';
import type { Content, Source } from './load.ts';
import type { Edition } from './versions.ts';

const STATIC_FILE = 'pathname://';
/** Documents link to each other without naming a version; they stay in their own. */
const DOCS = '/docs/';

/** Makes the resolver of one source: `other.md` becomes its route, routes get the base URL, the rest stays. */
export function createLinkResolver(
  source: Source,
  { content, path: docsPath }: Pick<Edition, 'content' | 'path'>,
  baseUrl: string,
  problems: Problem[],
) {
  // By their place in the content, wherever the files are: a mounted page links as if it stood there.
  const byName = sourcesByName(content);
  return (href: string, line: number): string => {
    if (href.startsWith(STATIC_FILE)) return withBaseUrl(baseUrl, href.slice(STATIC_FILE.length));
    if (isExternal(href) || href.startsWith('#')) return href;
    if (href.startsWith(DOCS) && source.area === 'docs' && !href.startsWith(docsPath))
      return withBaseUrl(baseUrl, docsPath + href.slice(DOCS.length));
    if (href.startsWith('/')) return withBaseUrl(baseUrl, href);
    const [target = '', hash] = href.split('#', 2);
    const found = byName.get(path.posix.join(path.posix.dirname(nameOf(source)), target));
    if (!found) {
      problems.push({ file: source.file, line, message: `link ${href} names a file that does not exist` });
      return '#';
    }
    return withBaseUrl(baseUrl, found.route) + (hash === undefined ? '' : `#${hash}`);
  };
}

function nameOf({ area, id }: Source): string {
  return `${area}/${id}.md`;
}

const byContent = new WeakMap<Content, ReadonlyMap<string, Source>>();

/** All pages of one version ask for the same. */
function sourcesByName(content: Content): ReadonlyMap<string, Source> {
  const known = byContent.get(content);
  if (known) return known;
  const made = new Map(content.sources.map((source) => [nameOf(source), source]));
  byContent.set(content, made);
  return made;
}
