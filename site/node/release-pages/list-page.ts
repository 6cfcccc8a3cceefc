import { code, link, table } from '../contract-docs/markdown.ts';
import type { ReleaseRecord } from './history.ts';
import { releasePage } from './wording.ts';

/** The table of all releases, newest first; the text around it is hand-written. */
export function renderList(
  history: readonly ReleaseRecord[],
  migrated: (release: ReleaseRecord) => boolean,
): string {
  const rows = history.toReversed().map((release) => {
    const { version, arrivals, moves } = release;
    const changes = [
      ...arrivals.map(({ placed, contractVersion }) => `${placed.api.title} ${contractVersion} (new)`),
      ...moves.map(({ placed, from, to }) => `${placed.api.title} ${from} to ${to}`),
    ];
    return [
      link(code(version), releasePage.notes(version)),
      changes.length === 0 ? 'none' : changes.join(', '),
      link('Changelog', releasePage.changelog(version)),
      migrated(release) ? link('Migration', releasePage.migration(version)) : 'none',
    ];
  });
  return table(['Release', 'Changed contracts', 'Details', 'Migration'], rows);
}
