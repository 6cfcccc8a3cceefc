import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { SITE_ROOT } from '../config.ts';
import { titlesOfDocuments } from '../content/distinct-titles.ts';
import type { FrontMatter } from '../content/front-matter.ts';
import type { Content, Source } from '../content/load.ts';
import { CURRENT_VERSION, isPartOf, knownReleases } from '../content/releases.ts';
import { allApis } from '../contract-docs/catalog.ts';
import type { Problem } from '../problems.ts';
import { renderChangelog } from './changelog-page.ts';
import { contractPairs, renderComparison } from './comparison-page.ts';
import { CONTRACT_CHANGES, renderContractChanges } from './contract-changes-page.ts';
import { type ReleaseRecord, releaseHistory } from './history.ts';
import { renderList } from './list-page.ts';
import { renderMigration } from './migration-page.ts';
import { renderNotes } from './notes-page.ts';
import { enumerate } from './wording.ts';

const LIST = 'p10_releases/releases_list';
/** Where the hand-written page shows the table of all releases. */
const TABLE_PLACE = '[[releases]]';
const SUMMARIES = 'docs/p10_releases/_summaries.yaml';
/** The releases before this one have no migration page. */
const FIRST_MIGRATION = 'v0.2.0';

/**
 * Adds the pages of every release and those about the versions of contracts, made from the contracts and their
 * history, and lists the releases on the page that introduces them. A site without that page gets none of them.
 */
export function addReleasePages(content: Content, contentDir: string, problems: Problem[]): Content {
  const list = content.sources.find(({ area, id }) => area === 'docs' && id === LIST);
  if (list === undefined) return content;
  const history = releaseHistory();
  const file = path.join(contentDir, SUMMARIES);
  const summaries = readSummaries(file, history, problems);
  const firstMigration = history.findIndex(({ version }) => version === FIRST_MIGRATION);
  const isMigrated = (release: ReleaseRecord) => history.indexOf(release) >= firstMigration;
  const listIn = (version: string) => {
    const shown = history.filter((release) => isPartOf(release.version.slice(1), version));
    return list.body.replace(TABLE_PLACE, () => renderList(shown, isMigrated));
  };
  const listed = { ...list, body: listIn(CURRENT_VERSION), bodyIn: listIn };
  const documents = titlesOfDocuments(content);
  const pages = history.flatMap((release, index) => {
    // Newest first in the sidebar.
    const page = pageOf(file, release, history.length - index);
    return [
      page('changelogs', 'Changelog of', 'every addition of', renderChangelog(release)),
      page(
        'release_notes',
        'Release notes of',
        'what implementers and callers should know about',
        renderNotes(release, {
          isNewest: release === history.at(-1),
          isMigrated: isMigrated(release),
          summary: summaries.get(release.version) ?? '',
          documents,
        }),
      ),
      ...(isMigrated(release)
        ? [
            page(
              'migrations',
              'Migration to',
              'what services and callers change for',
              renderMigration(release),
            ),
          ]
        : []),
    ];
  });
  const sources = content.sources.map((source) => (source === list ? listed : source));
  return { ...content, sources: [...sources, ...pages, ...contractPages(file)] };
}

/** The pages that follow a contract through its contract versions. */
function contractPages(file: string): Source[] {
  const apis = allApis();
  const checked = knownReleases().at(-1) ?? '';
  const changesIn = (version: string) => renderContractChanges(apis, version);
  const changes = sourceOf(file, CONTRACT_CHANGES, changesIn(CURRENT_VERSION), {
    title: 'Changes by contract version',
    sidebar_position: 1,
    description: 'What each version of each contract added, and what is deprecated now.',
    status: 'contract',
    contracts: apis.map(({ api }) => api.id),
    checked,
  });
  return [
    { ...changes, bodyIn: changesIn },
    ...contractPairs(apis).map((pair) =>
      sourceOf(file, pair.page, renderComparison(pair), {
        title: `${pair.title}: ${pair.names.join(' and ')} compared`,
        sidebar_position: 2,
        description: `Operations, members and statuses that differ between ${pair.names.join(' and ')} of the ${pair.title}.`,
        status: 'contract',
        contracts: [pair.older.api.id, pair.newer.api.id],
        checked,
        ...sinceOf(pair.newer.api.id),
      }),
    ),
  ];
}

/** The release that a contract came with; a contract without one is part of every version. */
function sinceOf(contract: string): { since?: string } {
  const first = releaseHistory().find(({ arrivals }) =>
    arrivals.some(({ placed }) => placed.api.id === contract),
  );
  return first === undefined ? {} : { since: first.version.slice(1) };
}

function pageOf(file: string, { version, carried, arrivals, moves }: ReleaseRecord, position: number) {
  const changed = [...arrivals, ...moves].map(({ placed }) => placed.api.id);
  return (folder: string, title: string, about: string, body: string): Source => {
    const id = `p10_releases/${folder}/${version}`;
    const frontMatter: FrontMatter = {
      title: `${title} ${version}`,
      sidebar_label: version,
      sidebar_position: position,
      description: `${changed.length > 0 ? enumerate([...arrivals, ...moves].map(({ placed }) => placed.api.title)) : 'No changed contract'}: ${about} ${version}.`,
      status: 'contract',
      contracts: changed.length > 0 ? changed : carried.map(({ placed }) => placed.api.id),
      checked: knownReleases().at(-1) ?? '',
      since: version.slice(1),
    };
    return sourceOf(file, id, body, frontMatter);
  };
}

function sourceOf(file: string, id: string, body: string, frontMatter: FrontMatter): Source {
  return {
    // To correct the page, edit the summary of a release or the contracts.
    file: path.relative(SITE_ROOT, file),
    // Its path if it were a file, so that other pages can link to it.
    absolute: path.join(path.dirname(file), `${path.relative('p10_releases', id)}.md`),
    area: 'docs',
    id,
    route: `/docs/${id}/`,
    frontMatter,
    body,
    bodyOffset: 0,
  };
}

/** The hand-written summary of each release. */
function readSummaries(
  absolute: string,
  history: readonly ReleaseRecord[],
  problems: Problem[],
): ReadonlyMap<string, string> {
  const file = path.relative(SITE_ROOT, absolute);
  const value: unknown = existsSync(absolute) ? parse(readFileSync(absolute, 'utf8')) : {};
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const summaries = new Map(entries.map(([version, text]) => [version, String(text)]));
  for (const { version } of history)
    if (!summaries.has(version)) problems.push({ file, message: `release ${version} has no summary` });
  for (const version of summaries.keys())
    if (!history.some((release) => release.version === version))
      problems.push({ file, message: `there is no release ${version}` });
  return summaries;
}
