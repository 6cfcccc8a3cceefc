import { describeChecks } from '../describe-checks.ts';
import { EXIT } from '../suite/verdict.ts';

/** Which checks to print, and how. */
interface Listing {
  readonly contract: string;
  readonly contractVersion?: string;
  /** Where the documentation is served, without a slash at the end. */
  readonly docsUrl?: string;
  readonly json: boolean;
}

/** Prints every check of a contract without sending anything; as JSON with all details of each. */
export async function list({ contract, contractVersion, docsUrl = '', json }: Listing): Promise<number> {
  const checks = await describeChecks(contract, contractVersion);
  const rows = checks.map((check) => ({ ...check, page: docsUrl + check.page }));
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
