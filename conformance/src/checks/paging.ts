import type { Trial } from '../suite/check.ts';
import { type Exchange, statusOf } from '../suite/exchange.ts';
import { brief, canonical } from '../suite/json.ts';
import type { Session } from '../suite/session.ts';

/** Pages of one list, and how to read and name their entries. */
export interface Pages {
  /** From the beginning. */
  readonly first: Exchange;
  /** The page after it, of the same size. */
  readonly second: Exchange;
  /** From the beginning, of twice the size. */
  readonly both: Exchange;
  /** Entries on a page. */
  readonly size: number;
  readonly entries: (exchange: Exchange) => readonly unknown[];
  /** The displayed name of an entry. */
  readonly name: (entry: unknown) => unknown;
}

/** Every page that a run received. */
export function pagesOf({ journal }: Session, operation: string): Exchange[] {
  return journal.filter((one) => one.operation === operation && statusOf(one) === 200 && !one.sent.elsewhere);
}

/** The parameters of a page request, read from the request as sent. */
export function queryOf({ sent }: Exchange): URLSearchParams {
  return new URLSearchParams(sent.path.split('?', 2)[1] ?? '');
}

/** Two pages are equal to one page of twice the size, and no entries follow a page that is not full. */
export function expectJoined(trial: Trial, { first, second, both, size, entries, name }: Pages): void {
  trial.saw(first, second, both);
  if ([first, second, both].some((one) => statusOf(one) !== 200)) return;
  const joined = [...entries(first), ...entries(second)];
  const symptom = 'pages do not join';
  if (canonical(joined) !== canonical(entries(both))) {
    const expected = `0..${size} and ${size}..${2 * size} are 0..${2 * size}: ${brief(entries(both).map(name))}`;
    trial.violated({ symptom, expected, actual: brief(joined.map(name)) }, second, both, first);
  } else if (entries(first).length < size && entries(second).length > 0) {
    const expected = 'nothing after a page that is not full';
    trial.violated({ symptom, expected, actual: brief(entries(second).map(name)) }, second, first);
  }
}

/** No entry occurs twice on a page. */
export function expectDistinct(trial: Trial, page: Exchange, keys: readonly unknown[], what: string): void {
  trial.saw(page);
  const texts = keys.map(canonical);
  const twice = keys.find((_, index) => texts.indexOf(texts[index] ?? '') !== index);
  if (twice === undefined) return;
  trial.violated(
    { symptom: `${what} listed twice`, expected: `every ${what} once`, actual: brief(twice) },
    page,
  );
}
