import { type Kind, type Party, POLICY, type Role, type Row, type Verdict } from './policy.ts';
import { type Pair, subjectOf } from './sides.ts';

/** Who plays which part where a change happens. */
export type Roles = { readonly [role in Exclude<Role, Party>]?: Party };

/** Something that differs between two generations of a contract, and how it strikes both parties. */
export interface Change {
  readonly kind: Kind;
  /** Which document `pointer` leads into: `base` for what went. */
  readonly side: 'base' | 'head';
  readonly pointer: string;
  readonly message: string;
  readonly implementers: Verdict;
  readonly callers: Verdict;
  /** What Redocly says about the same place, as `rule (impact)`. */
  readonly redocly: readonly string[];
}

const ORDER: readonly Verdict[] = ['none', 'additive', 'breaking'];

/** The graver of two verdicts. */
export function worse(a: Verdict, b: Verdict): Verdict {
  return ORDER.indexOf(a) < ORDER.indexOf(b) ? b : a;
}

/** The changes of one contract. What is found twice, for instance in both directions, is one change. */
export class Changes {
  readonly #found = new Map<string, Change>();
  readonly #visited = new Map<string, Set<string>>();

  /** Notes that `pair` differs, at its head or, where that is gone, at its base. */
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

  /** Whether a place is seen for the first time in this direction: schemas refer to each other in circles. */
  firstVisit(place: string, direction: string): boolean {
    const directions = this.#visited.get(place) ?? new Set();
    this.#visited.set(place, directions);
    const isFirst = !directions.has(direction);
    directions.add(direction);
    return isFirst;
  }

  /** Whether a place was seen in any direction. */
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
