import type { Content, Source } from './load.ts';
import { CURRENT_VERSION, isPartOf, knownReleases, NEXT } from './releases.ts';

const DOCS = 'docs';

/** One version of the documentation, made from the same sources as the others, without later additions. */
export interface Edition {
  readonly name: string;
  readonly label: string;
  /** Route that its documents begin with. */
  readonly path: string;
  readonly isLast: boolean;
  /** Name of the sidebar of its documents. */
  readonly sidebar: string;
  /** Documents at the routes of this version; everything outside the documentation unchanged. */
  readonly content: Content;
  /** True for the edition that includes the pages outside the documentation. */
  readonly hasEverything: boolean;
}

/**
 * The versions to build, newest first. The newest release is at `/docs/`, the unreleased version at `/docs/next/`,
 * older releases under their number.
 */
export function editionsOf(content: Content, wanted: readonly string[]): Edition[] {
  const shown = knownReleases()
    .filter((release) => wanted.includes(release))
    .toReversed();
  const current = edition(
    content,
    CURRENT_VERSION,
    'Next',
    shown.length === 0 ? '' : `${NEXT}/`,
    shown.length === 0,
  );
  return [
    current,
    ...shown.map((release, index) =>
      edition(content, release, release, index === 0 ? '' : `${release}/`, index === 0),
    ),
  ];
}

function edition(content: Content, name: string, label: string, folder: string, isLast: boolean): Edition {
  const path = `/${DOCS}/${folder}`;
  const sources = content.sources.flatMap((source) => {
    if (source.area !== DOCS) return [source];
    return isPartOf(source.frontMatter.since, name) ? [inEdition(path, name, source)] : [];
  });
  const sidebar = folder === '' ? DOCS : `${DOCS}-${folder.slice(0, -1)}`;
  return { name, label, path, isLast, sidebar, content: { ...content, sources }, hasEverything: isLast };
}

function inEdition(path: string, name: string, source: Source): Source {
  const body = source.bodyIn?.(name) ?? source.body;
  return { ...source, body, route: path + source.route.slice(`/${DOCS}/`.length) };
}

/** The address of a folder of the documentation, such as `docs/p1_user`, in an edition. */
export function routeOfFolder({ path }: Edition, folder: string): string {
  return folder === DOCS ? path : `${path}${folder.slice(DOCS.length + 1)}/`;
}
