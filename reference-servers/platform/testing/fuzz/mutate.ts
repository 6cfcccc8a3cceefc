import * as fc from 'fast-check';

/** One change of a JSON value. */
export interface Mutation {
  /** Chooses the place, counted through the value. */
  readonly at: number;
  readonly kind: 'replace' | 'delete' | 'add' | 'repeat' | 'cut';
  /** What is put there. */
  readonly value: unknown;
}

/** Texts that a parser, a database or a template may mistake for something else. */
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '&a [*a]',
  '!!js/function "function () {}"',
  'a: &a [x]\nb: [*a, *a]',
  '- '.repeat(2_000),
  '1e400',
  '0x10',
  '2026-02-30T25:61:61Z',
  'urn:dmb:cmp:::::',
];

/** Any text. The unit `binary` of fast-check does the same, and spends more than a second of CPU on a table of all characters. */
export function anyText(maxLength = 10): fc.Arbitrary<string> {
  return fc.array(fc.nat(0x10ffff), { maxLength }).map((points) => String.fromCodePoint(...points));
}

export const STRANGE_TEXT: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...HOSTILE), anyText(60));

const STRANGE_VALUE: fc.Arbitrary<unknown> = fc.oneof(
  STRANGE_TEXT,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(-1, 0, 1e308, 2 ** 53, -0.5, null, true, [], {}),
);

/** Up to four changes; none, one time in five. */
export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('replace', 'delete', 'add', 'repeat', 'cut'),
    value: STRANGE_VALUE,
  }),
  { maxLength: 4 },
);

/** A copy of a JSON value with these changes. */
export function mutate(value: unknown, changes: readonly Mutation[]): unknown {
  const root: Record<string, unknown> = { value: structuredClone(value) };
  for (const change of changes) apply(root, change);
  return root['value'];
}

interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

function apply(root: Record<string, unknown>, { at, kind, value: given }: Mutation): void {
  const value = structuredClone(given);
  const places = [...placesIn(root)];
  const place = places[at % places.length];
  if (place === undefined) return;
  const { holder, key } = place;
  const current: unknown = Reflect.get(holder, key);
  if (kind === 'delete' && holder !== root) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  } else if (kind === 'add' && isHolder(current)) {
    if (Array.isArray(current)) current.push(value);
    else define(current, typeof value === 'string' ? value : 'unknown', value);
  } else if (kind === 'repeat' && typeof current === 'string') Reflect.set(holder, key, current.repeat(3));
  else if (kind === 'cut' && typeof current === 'string') Reflect.set(holder, key, cut(current, at));
  else Reflect.set(holder, key, value);
}

/** Sets any member: also `__proto__`, which an assignment would take for something else. */
function define(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A text without a piece from its middle: of YAML, something that is nearly YAML. */
function cut(text: string, at: number): string {
  const from = at % (text.length + 1);
  return text.slice(0, from) + text.slice(from + 1 + (at % 40));
}

function* placesIn(holder: Place['holder']): Generator<Place> {
  for (const key of Object.keys(holder)) {
    yield { holder, key };
    const value: unknown = Reflect.get(holder, key);
    if (isHolder(value)) yield* placesIn(value);
  }
}

function isHolder(value: unknown): value is Place['holder'] {
  return typeof value === 'object' && value !== null;
}
