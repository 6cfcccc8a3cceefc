import { isDeepStrictEqual } from 'node:util';
import {
  isObject,
  type Json,
  type JsonObject,
  pointerSegments,
  toPointer,
  valueAt,
} from '../generate/json.ts';

/** A place in one of the two documents; `value` is absent where the document has no value there. */
export interface Side {
  readonly document: JsonObject;
  readonly pointer: string;
  readonly value: Json | undefined;
}

/** The same place in both documents. */
export interface Pair {
  readonly base: Side;
  readonly head: Side;
}

/** Keys beside a `$ref` that are texts for people; with any other key a schema is `allOf` of both. */
const SAID_BESIDE = new Set([
  '$ref',
  'description',
  'summary',
  'title',
  'deprecated',
  'examples',
  'x-dp-chosen',
  'x-dp-since',
]);

/** The two documents as wholes. */
export function rootPair(base: JsonObject, head: JsonObject): Pair {
  return {
    base: { document: base, pointer: '', value: base },
    head: { document: head, pointer: '', value: head },
  };
}

/** A member of a place; absent when the place is no object or has no such member. */
export function member(side: Side, key: string | number): Side {
  const segment = toPointer([key]);
  const value = side.value === undefined ? undefined : valueAt(side.value, segment);
  return { document: side.document, pointer: side.pointer + segment, value };
}

/** Follows `$ref` to the actual value. */
export function followed(side: Side): Side {
  let place = side;
  for (let steps = 0; steps < 50 && isObject(place.value); steps += 1) {
    const { $ref: reference, ...beside } = place.value;
    if (typeof reference !== 'string') return place;
    if (Object.keys(beside).some((key) => !SAID_BESIDE.has(key))) return asAllOf(place, reference, beside);
    const pointer = reference.replace(/^#/, '');
    place = { document: place.document, pointer, value: valueAt(place.document, pointer) };
  }
  return place;
}

function asAllOf(side: Side, reference: string, beside: JsonObject): Side {
  const others = Array.isArray(beside['allOf']) ? beside['allOf'] : [];
  return { ...side, value: { ...beside, allOf: [...others, { $ref: reference }] } };
}

/** The same member on both sides, each with its references followed. */
export function memberPair(pair: Pair, key: string | number): Pair {
  return { base: followed(member(pair.base, key)), head: followed(member(pair.head, key)) };
}

/** The same member on both sides, as it is written. */
export function pairAt(pair: Pair, key: string): Pair {
  return { base: member(pair.base, key), head: member(pair.head, key) };
}

/** A pair that only the base has. */
export function gone(base: Side): Pair {
  return { base, head: { ...base, value: undefined } };
}

/** A pair that only the head has. */
export function come(head: Side): Pair {
  return { base: { ...head, value: undefined }, head };
}

/** Every key that either side has, base first. */
export function keysOf(pair: Pair): string[] {
  const keys = [pair.base.value, pair.head.value].flatMap((value) =>
    isObject(value) ? Object.keys(value) : [],
  );
  return [...new Set(keys)];
}

/** Whether both sides are equal, whatever the order of members. */
export function isSame(pair: Pair): boolean {
  return isDeepStrictEqual(pair.base.value, pair.head.value);
}

/** `was 1, is 2` in a few words. */
export function tell({ base, head }: Pair): string {
  if (base.value === undefined) return `set to ${show(head.value)}`;
  if (head.value === undefined) return `${show(base.value)} is gone`;
  return `was ${show(base.value)}, is ${show(head.value)}`;
}

/** A value as JSON, cut short. */
function show(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const PARTS: { readonly [segment: string]: string } = {
  requestBody: 'request',
  responses: '',
  parameters: 'parameter',
  headers: 'header',
  content: '',
  schema: '',
};

/** The subject of a pointer, in words of the contract: `LoanRequest.purpose`, `POST /loans 201`. */
export function subjectOf(pointer: string): string {
  const segments = pointerSegments(pointer);
  const [head, section, name, ...rest] = segments;
  if (head === 'components' && section === 'schemas' && name !== undefined) return name + memberPath(rest);
  if (head === 'components' && name !== undefined) return name + memberPath(rest);
  if (head === 'paths' && section !== undefined) {
    const method = name === undefined || name === 'parameters' ? '' : `${name.toUpperCase()} `;
    const inner = rest.map((segment) => PARTS[segment] ?? segment).filter((segment) => segment !== '');
    return [`${method}${section}`, ...inner].join(' ');
  }
  return segments.length === 0 ? 'contract' : segments.join(' ');
}

function memberPath(segments: readonly string[]): string {
  return segments
    .filter((segment) => segment !== 'properties' && segment !== 'schema')
    .map((segment) => (segment === 'items' ? '[]' : `.${segment}`))
    .join('');
}
