import { comparable } from '../../shared/urls.ts';
import { writeOutIncludes } from '../markdown/include.ts';
import { bodyOfVersion } from '../markdown/since.ts';
import type { Content, Source } from './load.ts';
import { CURRENT_VERSION, isPartOf, knownReleases, NEXT } from './releases.ts';

const DOCS = 'docs';
const ROOT = `/${DOCS}/`;
/** Route of the unreleased version beside releases. */
export const NEXT_PATH = `${ROOT}${NEXT}/`;

/** One version of the documentation, made from the same sources as the others, without later additions. */
export interface Edition {
  readonly name: string;
  readonly label: string;
  /** Route that the documents begin with that only this version has. */
  readonly path: string;
  readonly isLast: boolean;
  /** Name of the sidebar of its documents. */
  readonly sidebar: string;
  /**
   * Documents at the routes of this version, or of the newest release where the unreleased version has the same document;
   * everything outside the documentation unchanged.
   */
  readonly content: Content;
  /** True for the edition that includes the pages outside the documentation. */
  readonly hasEverything: boolean;
}

/** The addresses of an edition. */
export type Placement = Pick<Edition, 'content' | 'path'>;

/**
 * The versions to build, newest first. The newest release is at `/docs/`, what differs from it in the unreleased version
 * at `/docs/next/`, older releases under their number.
 */
export function editionsOf(content: Content, wanted: readonly string[]): Edition[] {
  const shown = knownReleases()
    .filter((release) => wanted.includes(release))
    .toReversed();
  const releases = shown.map((release, index) =>
    edition(content, release, release, index === 0 ? ROOT : `${ROOT}${release}/`, index === 0),
  );
  const [last] = releases;
  if (last === undefined) return [edition(content, CURRENT_VERSION, 'Next', ROOT, true)];
  const next = onlyDifferent(edition(content, CURRENT_VERSION, 'Next', NEXT_PATH, false), last);
  return next.content.sources.some((source) => isIn(next, source)) ? [next, ...releases] : releases;
}

function edition(content: Content, name: string, label: string, path: string, isLast: boolean): Edition {
  const sources = content.sources.flatMap((source) => {
    if (source.area !== DOCS) return [source];
    return isPartOf(source.frontMatter.since, name) ? [inEdition(path, name, source)] : [];
  });
  const sidebar = path === ROOT ? DOCS : `${DOCS}-${path.slice(ROOT.length, -1)}`;
  return { name, label, path, isLast, sidebar, content: { ...content, sources }, hasEverything: isLast };
}

function inEdition(path: string, name: string, source: Source): Source {
  const body = source.bodyIn?.(name) ?? source.body;
  return { ...source, body, route: path + source.route.slice(ROOT.length) };
}

/** Documents that are the same in the newest release get its route. */
function onlyDifferent(next: Edition, last: Edition): Edition {
  const released = new Map(last.content.sources.map((source) => [keyOf(source), source]));
  const sources = next.content.sources.map((source) => {
    const other = released.get(keyOf(source));
    return other !== undefined && textOf(source, next) === textOf(other, last) ? other : source;
  });
  return { ...next, content: { ...next.content, sources } };
}

function keyOf({ area, id }: Source): string {
  return `${area}/${id}`;
}

/** The Markdown that a version shows. */
function textOf({ body, absolute }: Source, { name }: Edition): string {
  return bodyOfVersion(writeOutIncludes(body, absolute), name);
}

/** True for a document at a route of this version. */
export function isIn({ path }: Pick<Edition, 'path'>, { area, route }: Source): boolean {
  return area === DOCS && route.startsWith(path);
}

/**
 * The address in an edition of a folder of the documentation, such as `docs/p1_user`: that of the newest release unless
 * a document in it is at a route of this edition.
 */
export function routeOfFolder(edition: Placement, folder: string): string {
  const inside = folder === DOCS ? '' : `${folder.slice(DOCS.length + 1)}/`;
  const hasOwn = edition.content.sources.some(
    (source) => source.id.startsWith(inside) && isIn(edition, source),
  );
  return (hasOwn ? edition.path : ROOT) + inside;
}

/**
 * The address in an edition of a page or folder that a document names without a version, such as `/docs/p1_user/a/`.
 */
export function routeInEdition(edition: Placement, route: string): string {
  const inside = route.slice(ROOT.length);
  if (edition.path !== NEXT_PATH) return edition.path + inside;
  const addresses = [NEXT_PATH, ROOT].map((path) => comparable(path + inside));
  const page = edition.content.sources.find((source) => addresses.includes(comparable(source.route)));
  return page?.route ?? routeOfFolder(edition, comparable(route).slice(1));
}
