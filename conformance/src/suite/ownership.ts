import { type Exchange, statusOf } from './exchange.ts';
import { pointerKeys } from './json.ts';
import type { Kind, Requirement, Share } from './requirement.ts';
import type { Departure } from './schemas.ts';

/** Maps findings to requirements. Undefined for findings that only general requirements cover. */
export interface Ownership {
  ofAnswer(exchange: Exchange, departure: Departure): string | undefined;
  ofSent(exchange: Exchange, departure: Departure): string | undefined;
  ofStatus(exchange: Exchange): string | undefined;
  /** The owner of findings about a token that an operation returns. */
  ofToken(start: Exchange): string | undefined;
  /** Whether a requirement owns any of the places in a body; each place is a list of keys. */
  holds(requirement: string, exchange: Exchange, kind: Kind, places: readonly (readonly string[])[]): boolean;
}

/**
 * Every clause has one owner, so that it is reported once and by the most specific requirement. Of several requirements
 * the last one is the owner: registers are ordered from general to specific. Only requirements that can fail a run own
 * anything; otherwise a clause would count less than without them.
 */
export function createOwnership(requirements: readonly Requirement[]): Ownership {
  const all = requirements
    .filter(
      ({ level, chosen, notTestedReason }) =>
        level === 'MUST' && chosen === undefined && notTestedReason === undefined,
    )
    .flatMap(({ id, owns = [] }) =>
      owns.map((share) => ({ id, share, patterns: share.at?.map(pointerKeys) })),
    )
    .reverse();
  const find = (kind: Kind, exchange: Exchange, departure?: Departure): string | undefined =>
    all.find(
      ({ share, patterns }) =>
        isAbout(share, kind, exchange) &&
        (departure === undefined ||
          (share.keywords?.includes(departure.keyword) !== false &&
            isAt(patterns, pointerKeys(departure.pointer)))),
    )?.id;
  return {
    ofAnswer: (exchange, departure) => find('answer', exchange, departure),
    ofSent: (exchange, departure) => find('sent', exchange, departure),
    ofStatus: (exchange) => find('status', exchange),
    ofToken: (start) => find('token', start),
    holds: (requirement, exchange, kind, places) =>
      all.some(
        ({ id, share, patterns }) =>
          id === requirement && isAbout(share, kind, exchange) && places.some((keys) => isAt(patterns, keys)),
      ),
  };
}

function isAbout({ of = 'answer', operations, status }: Share, kind: Kind, exchange: Exchange): boolean {
  const code = String(statusOf(exchange));
  return (
    of === kind &&
    operations?.includes(exchange.operation) !== false &&
    (status === undefined || status === code || status === `${code[0]}xx`)
  );
}

function isAt(patterns: readonly (readonly string[])[] | undefined, keys: readonly string[]): boolean {
  return patterns === undefined || patterns.some((pattern) => fits(pattern, keys));
}

/** Compares from these indexes on: every answer is compared with every pattern, so it copies nothing. */
function fits(pattern: readonly string[], keys: readonly string[], start = 0, from = 0): boolean {
  let at = from;
  for (let index = start; index < pattern.length; index += 1) {
    const part = pattern[index];
    if (part === '**') {
      const left = pattern.length - index - 1;
      return left === 0 || (left <= keys.length - at && fits(pattern, keys, index + 1, keys.length - left));
    }
    if (at >= keys.length || (part !== '*' && part !== keys[at])) return false;
    at += 1;
  }
  return at === keys.length;
}
