/** Maximum number of rows per statement: PostgreSQL allows 65,535 parameters. */
const ROWS = 2_000;

/** Parts of a list of rows, each small enough for one statement. */
export function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += ROWS) yield rows.slice(at, at + ROWS);
}
