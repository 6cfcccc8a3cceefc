import { listChecks } from '../run-conformance.ts';
import { EXIT } from '../suite/verdict.ts';

/** Prints every check of a contract without sending anything. */
export async function list(contract: string, json: boolean): Promise<number> {
  const rows = (await listChecks(contract)).map(({ check, requirement }) => ({
    id: check.id,
    level: requirement.level,
    title: check.title,
    clause: requirement.clause,
    ...(requirement.since === undefined ? {} : { since: requirement.since }),
    ...(requirement.capability === undefined ? {} : { capability: requirement.capability }),
  }));
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return EXIT.conformant;
  }
  const width = Math.max(...rows.map(({ id }) => id.length));
  for (const { id, level, title, clause } of rows) {
    console.log(`${id.padEnd(width)}  ${level.padEnd(6)}  ${title}  [${clause}]`);
  }
  console.log(`\n${rows.length} checks`);
  return EXIT.conformant;
}
