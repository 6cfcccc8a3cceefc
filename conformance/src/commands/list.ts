import { describeChecks } from '../describe-checks.ts';
import { EXIT } from '../suite/verdict.ts';

/** Prints every check of a contract without sending anything; as JSON with all that is known about each. */
export async function list(
  contract: string,
  contractVersion: string | undefined,
  json: boolean,
): Promise<number> {
  const rows = await describeChecks(contract, contractVersion);
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return EXIT.conformant;
  }
  const width = Math.max(...rows.map(({ id }) => id.length));
  for (const { id, level, title, clause, page } of rows) {
    console.log(`${id.padEnd(width)}  ${level.padEnd(6)}  ${title}  [${clause}]  ${page}`);
  }
  console.log(`\n${rows.length} checks`);
  return EXIT.conformant;
}
