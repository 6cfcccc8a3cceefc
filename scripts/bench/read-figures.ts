/** One number of a benchmark. */
export interface Figure {
  /** Name of the script, for example `bench:sdk`. */
  readonly script: string;
  /** Path to the number in the JSON of the script; rows of a list are named by their `name` or `what`. */
  readonly what: string;
  readonly value: number;
}

/** Members that describe the run and measure nothing. */
const ABOUT_THE_RUN = new Set(['rounds', 'cores', 'load']);

/** Members that name a row of a list. */
const NAMES = ['name', 'what', 'plans', 'components'];

/** Finds every number in what a benchmark printed with `--json`. */
export function readFigures(script: string, json: unknown): Figure[] {
  const walk = (value: unknown, path: readonly string[]): Figure[] => {
    if (typeof value === 'number') return [{ script, what: path.join(' / '), value }];
    if (Array.isArray(value)) return value.flatMap((row, index) => walk(row, [...path, nameOf(row, index)]));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value)
      .filter(([key]) => path.length > 0 || !ABOUT_THE_RUN.has(key))
      .flatMap(([key, member]) => walk(member, [...path, key]));
  };
  return walk(json, []);
}

function nameOf(row: unknown, index: number): string {
  const members: [string, unknown][] = typeof row === 'object' && row !== null ? Object.entries(row) : [];
  const named = members.find(([key]) => NAMES.includes(key));
  return named === undefined ? String(index + 1) : `${named[1]}`;
}
