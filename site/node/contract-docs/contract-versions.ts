import { releaseHistory } from '../release-pages/history.ts';
import { describeChange, releasePage } from '../release-pages/wording.ts';
import { type PlacedApi, UnknownName } from './catalog.ts';
import { link, table } from './markdown.ts';

/** The versions of a contract with the release that introduced each and what it added. */
export function contractVersionsTable({ api }: PlacedApi): string {
  const history = releaseHistory();
  const first = history
    .flatMap(({ version, arrivals }) => arrivals.map((one) => ({ version, ...one })))
    .find(({ placed }) => placed.api.id === api.id);
  if (first === undefined) throw new UnknownName(`no release contains ${api.id}`);
  // Every version of the documentation has this page, but no page of a later release.
  const changes = releasePage.changes(api.id);
  const later = history.flatMap(({ version, moves }) =>
    moves
      .filter(({ placed }) => placed.api.id === api.id)
      .map(({ placed, to, changes: additions }) => {
        const added = additions.map((change) => describeChange(placed, change).slice(0, 2).join(' '));
        return [to, link(version, changes), added.join('; ') || 'no operation, field or value'];
      }),
  );
  const rows = [[first.contractVersion, link(first.version, changes), 'the contract'], ...later];
  return table(['Contract version', 'Release', 'Added'], rows);
}
