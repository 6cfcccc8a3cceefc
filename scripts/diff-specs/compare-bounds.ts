import { asObject } from '../generate/json.ts';
import type { Flow } from './flow.ts';
import { member, type Pair, type Side } from './sides.ts';

/** A limit as a number with a direction; `sign` 1 means that a greater one allows less. */
interface Limit {
  readonly key: string;
  readonly sign: 1 | -1;
  /** The default when the key is absent. */
  readonly absent: number;
}

const LENGTHS: readonly Limit[] = [
  ...['minLength', 'minItems', 'minProperties'].map((key) => ({ key, sign: 1, absent: 0 }) as const),
  ...['maxLength', 'maxItems', 'maxProperties'].map((key) => ({ key, sign: -1, absent: Infinity }) as const),
];

/** The keys that this module compares. */
export const BOUND_KEYS: readonly string[] = [
  ...LENGTHS.map(({ key }) => key),
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'uniqueItems',
];

/** Reports changed bounds. */
export function compareBounds(schema: Pair, flow: Flow): void {
  for (const { key, sign, absent } of LENGTHS) {
    const move = (read(schema.head, key) ?? absent) - (read(schema.base, key) ?? absent);
    // Infinity minus itself is no number: both are unbounded.
    note(schema, flow, key, Number.isNaN(move) ? 0 : move * sign);
  }
  compareEnds(schema, flow, 'minimum', 'exclusiveMinimum', 1);
  compareEnds(schema, flow, 'maximum', 'exclusiveMaximum', -1);
  compareSteps(schema, flow);
  const unique = (side: Side) => Number(asObject(side.value)['uniqueItems'] === true);
  note(schema, flow, 'uniqueItems', unique(schema.head) - unique(schema.base));
}

/** `by` above 0: tighter; below 0: looser. */
function note(schema: Pair, flow: Flow, key: string, by: number): void {
  if (by === 0) return;
  const pair = { base: member(schema.base, key), head: member(schema.head, key) };
  const text = (side: Side) => (side.value === undefined ? 'none' : String(side.value));
  const kind = by > 0 ? 'bound-tightened' : 'bound-loosened';
  flow.changes.add(kind, pair, flow.roles, `\`${key}\` was ${text(pair.base)}, is ${text(pair.head)}`);
}

function read(side: Side, key: string): number | undefined {
  const value = asObject(side.value)[key];
  return typeof value === 'number' ? value : undefined;
}

/** An inclusive and an exclusive bound at the same end count as one. */
function compareEnds(schema: Pair, flow: Flow, inclusive: string, exclusive: string, sign: 1 | -1): void {
  const [before, after] = [effective(schema.base), effective(schema.head)];
  const move = after.at - before.at;
  const by = Number.isNaN(move) || move === 0 ? after.exclusive - before.exclusive : move;
  const touched =
    [inclusive, exclusive].find((key) => read(schema.base, key) !== read(schema.head, key)) ?? inclusive;
  note(schema, flow, touched, by);

  /** Both numbers grow with the number of forbidden values. */
  function effective(side: Side): { at: number; exclusive: number } {
    const open = { at: -Infinity, exclusive: 0 };
    const [closed, sharp] = [read(side, inclusive), read(side, exclusive)];
    const candidates = [
      open,
      ...(closed === undefined ? [] : [{ at: closed * sign, exclusive: 0 }]),
      ...(sharp === undefined ? [] : [{ at: sharp * sign, exclusive: 1 }]),
    ];
    return candidates.reduce((a, b) => (b.at > a.at || (b.at === a.at && b.exclusive > a.exclusive) ? b : a));
  }
}

function compareSteps(schema: Pair, flow: Flow): void {
  const [before, after] = [read(schema.base, 'multipleOf'), read(schema.head, 'multipleOf')];
  if (before === after) return;
  const isTighter = after !== undefined && (before === undefined || after % before === 0);
  const isLooser = before !== undefined && (after === undefined || before % after === 0);
  if (isTighter || !isLooser) note(schema, flow, 'multipleOf', 1);
  if (isLooser || !isTighter) note(schema, flow, 'multipleOf', -1);
}
