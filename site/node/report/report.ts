import { releases } from '@tessera/contracts/releases';
import { routeOf } from '../../shared/urls.ts';
import { isCheckPage } from '../conformance/check-pages.ts';
import { contractsOf } from '../content/front-matter.ts';
import type { Source } from '../content/load.ts';
import { allApis } from '../contract-docs/catalog.ts';
import type { CompiledPage } from '../pages.tsx';
import { describe, type Problem } from '../problems.ts';
import { countWords, paragraphsOf } from './prose.ts';

/** Minimum number of words of a page, except for landing pages. */
const WORDS_MIN = 120;
/** Pages that only lead on; the bars of every page link to them. */
const LANDING_PAGES: readonly string[] = ['/', '/markdown-page/', '/tutorials/', '/conformance/'];
/** A shorter paragraph may be on two pages. */
const PARAGRAPH_MIN = 12;

/** Gaps of the documentation; every list is empty when there are none. */
export interface Report {
  /** Routes of the tree without a page. */
  readonly missing: readonly string[];
  /** Pages that are not in the tree. */
  readonly extra: readonly string[];
  /** Pages that only the sidebar links to. */
  readonly orphans: readonly string[];
  /** Operations and webhooks that no page covers, as `API#operationId`. */
  readonly uncovered: readonly string[];
  /** Extension points that no page mentions. */
  readonly unexplained: readonly string[];
  /** Lists of checks of the conformance suite that no guide page links to. */
  readonly unreached: readonly string[];
  readonly thin: readonly string[];
  readonly repeated: readonly string[];
  /** Pages about a contract that has changed since they were checked. */
  readonly outdated: readonly string[];
}

/** Route of the page that lists the checks of one contract. */
const CHECK_LIST = /^\/conformance\/[^/]+\/$/;

/**
 * Checks the pages of one version, whose routes begin with `/docs/`.
 * @param others Routes of generated pages
 */
export function reportOn(
  pages: readonly CompiledPage[],
  tree: readonly string[],
  others: readonly string[] = [],
): Report {
  const written = pages.flatMap((page) => (page.source === null ? [] : [{ ...page, source: page.source }]));
  const guides = written.filter(({ source }) => source.area === 'docs' || source.area === 'tutorials');
  const routes = [...pages.map(({ page }) => page.route), ...others];
  const sources = guides.map(({ source }) => source);
  return {
    missing: tree.filter((route) => !routes.includes(route)),
    extra: routes.filter((route) => !tree.includes(route)),
    orphans: findOrphans(written),
    uncovered: findUncovered(sources),
    unexplained: findUnexplained(sources),
    unreached: findUnreached(guides, written),
    thin: written.flatMap(({ page, body }) => {
      const words = countWords(body);
      // The page of a requirement is as long as its data, of which tests make few examples.
      const isWritten = !LANDING_PAGES.includes(page.route) && !isCheckPage(page.route);
      const isThin = words < WORDS_MIN && isWritten;
      return isThin ? [`${page.route} (${words} words)`] : [];
    }),
    repeated: findRepeated(written.map(({ source }) => source)).map(describe),
    outdated: sources.flatMap((source) => movedSince(source).map((moved) => `${source.route}: ${moved}`)),
  };
}

function findOrphans(pages: readonly CompiledPage[]): string[] {
  const linked = new Set(
    pages.flatMap(({ page, links }) =>
      links
        .map(({ href }) => routeOf('/', href.split(/[?#]/)[0] ?? ''))
        .filter((route) => route !== page.route),
    ),
  );
  return pages
    .map(({ page }) => page.route)
    .filter((route) => !linked.has(route) && !LANDING_PAGES.includes(route));
}

function findUnreached(guides: readonly CompiledPage[], all: readonly CompiledPage[]): string[] {
  const linked = new Set(guides.flatMap(({ links }) => links.map(({ href }) => href.split('#')[0])));
  return all.map(({ page }) => page.route).filter((route) => CHECK_LIST.test(route) && !linked.has(route));
}

function findUncovered(sources: readonly Source[]): string[] {
  const covered = new Set(sources.flatMap(({ frontMatter }) => frontMatter.operations ?? []));
  const operations = allApis().flatMap(({ api }) => api.operations.map(({ id }) => `${api.id}#${id}`));
  return operations.filter((name) => !covered.has(name));
}

function findUnexplained(sources: readonly Source[]): string[] {
  const explained = new Set(sources.flatMap(({ frontMatter }) => contractsOf(frontMatter)));
  return allApis()
    .map(({ api }) => api.id)
    .filter((id) => !explained.has(id));
}

/** Paragraphs that stand on more than one page. */
function findRepeated(sources: readonly Source[]): Problem[] {
  const first = new Map<string, Source>();
  return sources.flatMap((source) =>
    paragraphsOf(source.body).flatMap(({ text, line }): Problem[] => {
      if (text.split(' ').length < PARAGRAPH_MIN) return [];
      const other = first.get(text);
      if (!other) first.set(text, source);
      if (!other || other === source) return [];
      const message = `${source.route} says what ${other.route} says: "${text.slice(0, 60)}…"`;
      return [{ file: source.file, line: source.bodyOffset + line + 1, message }];
    }),
  );
}

function movedSince(source: Source): string[] {
  const { checked } = source.frontMatter;
  const then = contractVersionsOf(releases.find(({ version }) => version === `v${checked}`));
  const now = contractVersionsOf(releases.at(-1));
  if (checked === undefined) return [];
  return contractsOf(source.frontMatter).flatMap((id) => {
    const [before, today] = [then.get(id), now.get(id)];
    return before === today ? [] : [`${id} ${before ?? '(not there)'} has become ${today} since ${checked}`];
  });
}

function contractVersionsOf(release: (typeof releases)[number] | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(release?.contracts ?? {}));
}
