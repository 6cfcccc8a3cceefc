import { type Kind, type Party, POLICY, type Role, type Row, type Verdict } from './policy.ts';
import { type Pair, subjectOf } from './sides.ts';

/** The roles of the parties where a change happens. */
export type Roles = { readonly [role in Exclude<Role, Party>]?: Party };

/** A difference between two revisions of a contract, and its effect on both parties. */
export interface Change {
  readonly kind: Kind;
  /** The document of `pointer`: `base` for removed parts. */
  readonly side: 'base' | 'head';
  readonly pointer: string;
  readonly message: string;
  readonly implementers: Verdict;
  readonly callers: Verdict;
  /** Redocly's finding at the same place, as `rule (impact)`. */
  readonly redocly: readonly string[];
}

const ORDER: readonly Verdict[] = ['none', 'additive', 'breaking'];

/** The more severe of two verdicts. */
export function worse(a: Verdict, b: Verdict): Verdict {
  return ORDER.indexOf(a) < ORDER.indexOf(b) ? b : a;
}

/** The changes of one contract. A change that is found twice, for instance in both directions, counts once. */
export class Changes {
  readonly #found = new Map<string, Change>();
  readonly #visited = new Map<string, Set<string>>();

  /** Records that `pair` differs, at its head or, if that is removed, at its base. */
  add(kind: Kind, pair: Pair, roles: Roles, message: string): void {
    const side = pair.head.value === undefined ? 'base' : 'head';
    const { pointer } = pair[side];
    const text = `${subjectOf(pointer)}: ${message}`;
    const key = `${kind} ${side} ${pointer} ${text}`;
    const earlier = this.#found.get(key);
    const { implementers, callers } = rate(POLICY[kind], roles);
    this.#found.set(key, {
      kind,
      side,
      pointer,
      message: text,
      implementers: worse(implementers, earlier?.implementers ?? 'none'),
      callers: worse(callers, earlier?.callers ?? 'none'),
      redocly: [],
    });
  }

  /** Whether a place is visited for the first time in this direction: schema references may be circular. */
  firstVisit(place: string, direction: string): boolean {
    const directions = this.#visited.get(place) ?? new Set();
    this.#visited.set(place, directions);
    const isFirst = !directions.has(direction);
    directions.add(direction);
    return isFirst;
  }

  /** Whether a place was visited in any direction. */
  wasVisited(place: string): boolean {
    return this.#visited.has(place);
  }

  list(): Change[] {
    return [...this.#found.values()];
  }
}

function rate(row: Row, roles: Roles): Record<Party, Verdict> {
  const verdicts: Record<Party, Verdict> = {
    implementers: row.implementers ?? 'none',
    callers: row.callers ?? 'none',
  };
  for (const role of ['sender', 'receiver', 'producer', 'consumer'] as const) {
    const party = roles[role];
    const verdict = row[role];
    if (party !== undefined && verdict !== undefined) verdicts[party] = worse(verdicts[party], verdict);
  }
  return verdicts;
}
