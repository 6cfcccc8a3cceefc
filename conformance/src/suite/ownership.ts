import { type Exchange, statusOf } from './exchange.ts';
import { pointerKeys } from './json.ts';
import type { Requirement } from './requirement.ts';
import type { Departure } from './schemas.ts';

/** What a share is a share of: departures of answers or of what is sent from their schema, statuses, tokens. */
export type Kind = 'answer' | 'sent' | 'status' | 'token';

/** A part of the contract that belongs to one requirement: the general ones leave it alone, run or not. */
export interface Share {
  /** Default: `answer`. */
  readonly of?: Kind;
  /** Default: all operations. */
  readonly operations?: readonly string[];
  /** A status, or a class of them such as `4xx`; default: all. */
  readonly status?: string;
  /** JSON pointers into the body: `*` stands for one key, `**` at an end for any number of them; default: all. */
  readonly at?: readonly string[];
  /** Keywords of the schema; default: all. */
  readonly keywords?: readonly string[];
}

/** Which requirement speaks of what. Undefined is what no requirement speaks of in particular. */
export interface Ownership {
  ofAnswer(exchange: Exchange, departure: Departure): string | undefined;
  ofSent(exchange: Exchange, departure: Departure): string | undefined;
  ofStatus(exchange: Exchange): string | undefined;
  /** Of a token that an operation hands out. */
  ofToken(start: Exchange): string | undefined;
  /** Whether any of the places in a body belongs to a requirement; each place as the keys that lead there. */
  holds(requirement: string, exchange: Exchange, kind: Kind, places: readonly (readonly string[])[]): boolean;
}

/**
 * Every clause has one owner, so that it is told once and by the name that says most. Of several requirements the last
 * one owns: registers go from what holds for every contract to what one of them says. Only requirements that can fail
 * a run own anything, or a clause would weigh less than without them.
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

/** From these places on: every answer is held against every pattern, so nothing is copied. */
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
