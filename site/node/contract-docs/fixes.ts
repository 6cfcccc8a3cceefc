import { loadJudgedContracts } from '../conformance/check-data.ts';
import { type PlacedApi, UnknownName } from './catalog.ts';
import { link, table } from './markdown.ts';

/** Requirements of a contract whose violation stops the platform from working with a server, each with its fix. */
export function fixesTable({ api }: PlacedApi): string {
  const judged = loadJudgedContracts().find(({ contract }) => contract === api.id);
  if (judged === undefined) throw new UnknownName(`the conformance suite does not check ${api.id}`);
  const own = judged.requirements.filter(
    ({ page, severity }) => severity === 'breaks' && page.startsWith(`/conformance/${api.id}/`),
  );
  const rows = own.map(({ id, page, title, fix }) => [`${link(id, page)} ${title}`, fix]);
  return table(['Failed check', 'What to do'], rows);
}
