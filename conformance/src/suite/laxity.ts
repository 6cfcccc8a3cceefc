import { type Exchange, succeeded } from './exchange.ts';

/** The type of a value, as far as parsers convert it. */
type Kind = 'text' | 'truth' | 'whole number' | 'fraction' | 'nothing' | 'list' | 'object';

const SCALARS: readonly Kind[] = ['text', 'truth', 'whole number', 'fraction'];

/** Number of members that must accept other types before it is systematic. */
const A_HABIT = 2;

/** Why a value of another type was accepted. */
export type Laxity = 'turned' | 'unchecked';

/**
 * Invalid requests that were accepted because the server ignores types at more than one member: it converts values to
 * the correct type, one scalar to another, or does not check types at all.
 */
export function laxityOf(journal: readonly Exchange[]): ReadonlyMap<number, Laxity> {
  const good = new Map<string, Map<string, Set<Kind>>>();
  for (const one of journal) {
    if (one.intent !== 'valid') continue;
    const known = good.get(one.operation) ?? new Map<string, Set<Kind>>();
    good.set(one.operation, known);
    for (const [path, kind] of kindsIn(one.sent.value))
      known.set(path, (known.get(path) ?? new Set()).add(kind));
  }
  const swaps = journal
    .filter((one) => one.intent === 'invalid' && succeeded(one))
    .flatMap((one) => swapsIn(one, good.get(one.operation)));
  const unread = new Set(swaps.filter(({ isTurn }) => !isTurn).map(({ path }) => path));
  const unchecked = swaps.filter(({ path }) => unread.has(path));
  const turned = swaps.filter(({ path }) => !unread.has(path));
  return new Map([...told('turned', turned), ...told('unchecked', unchecked)]);
}

function told(laxity: Laxity, swaps: readonly Swap[]): (readonly [number, Laxity])[] {
  const isHabit = new Set(swaps.map(({ path }) => path)).size >= A_HABIT;
  return isHabit ? swaps.map(({ id }) => [id, laxity] as const) : [];
}

/** A member whose value has a type that no valid request has there. */
interface Swap {
  readonly id: number;
  readonly path: string;
  readonly isTurn: boolean;
}

function swapsIn({ id, sent }: Exchange, known: ReadonlyMap<string, ReadonlySet<Kind>> = new Map()): Swap[] {
  return [...kindsIn(sent.value)].flatMap(([path, kind]) => {
    const due = known.get(path);
    // A value that is read as absent says nothing about types.
    if (due === undefined || due.has(kind) || kind === 'nothing') return [];
    const isTurn = SCALARS.includes(kind) && [...due].every((one) => SCALARS.includes(one));
    return [{ id, path, isTurn }];
  });
}

/** Every value in a body with its place; list items share one. */
function* kindsIn(value: unknown, path = ''): Generator<readonly [path: string, kind: Kind]> {
  yield [path, kindOf(value)];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value))
    yield* kindsIn(one, `${path}.${Array.isArray(value) ? '#' : key}`);
}

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'truth';
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole number' : 'fraction';
  return 'object';
}
