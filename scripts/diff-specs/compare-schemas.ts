import { isDeepStrictEqual } from 'node:util';
import { asArray, asObject, asString, isObject, type JsonObject } from '../generate/json.ts';
import type { Changes } from './changes.ts';
import { BOUND_KEYS, compareBounds } from './compare-bounds.ts';
import { compareCombination } from './compare-combinations.ts';
import { compareTypes, compareValues } from './compare-values.ts';
import { compareLifecycles, compareMarks, compareRules, compareSince } from './compare-vocabulary.ts';
import type { Flow } from './flow.ts';
import {
  come,
  followed,
  gone,
  isSame,
  keysOf,
  member,
  memberPair,
  type Pair,
  type Side,
  tell,
} from './sides.ts';

type Comparer = (schema: Pair, flow: Flow, key: string) => void;

/** Keys that only people read. */
const WORDS = [
  'description',
  'title',
  'deprecated',
  'example',
  'examples',
  'externalDocs',
  '$comment',
  'x-dp-chosen',
];

/** Conditions that cannot be compared key by key. */
const OPAQUE = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'contentSchema',
  'contentEncoding',
  'contentMediaType',
];

const NOTHING: Comparer = () => undefined;

/** How a key of a schema is compared; a key that is missing here is `unknown-key-changed`. */
const COMPARERS: { readonly [key: string]: Comparer } = {
  ...Object.fromEntries(WORDS.map((key) => [key, compareWords])),
  ...Object.fromEntries(OPAQUE.map((key) => [key, compareOpaque])),
  ...Object.fromEntries(BOUND_KEYS.map((key) => [key, NOTHING])), // together, in compareBounds
  type: (schema, flow) => compareTypes(schema, flow),
  nullable: NOTHING, // with `type`
  enum: (schema, flow) => compareValues(schema, flow),
  const: (schema, flow) => {
    if (!hasEither(schema, 'enum')) compareValues(schema, flow);
  },
  format: compareFormats,
  pattern: comparePatterns,
  default: compareDefaults,
  properties: (schema, flow) => compareMembers(schema, flow),
  required: (schema, flow) => compareRequired(schema, flow),
  additionalProperties: compareOpenness,
  unevaluatedProperties: compareOpenness,
  propertyNames: compareInner,
  items: compareInner,
  unevaluatedItems: compareInner,
  prefixItems: compareTuples,
  allOf: compareCombinations,
  anyOf: compareCombinations,
  oneOf: compareCombinations,
  discriminator: compareDiscriminators,
  readOnly: (schema, flow) => {
    const [before, after] = [isFlagged(schema.base, 'readOnly'), isFlagged(schema.head, 'readOnly')];
    if (before === after || flow.part !== 'request') return;
    flow.changes.add(
      after ? 'read-only-set' : 'read-only-lifted',
      schema,
      flow.roles,
      after ? 'may no longer be sent' : 'may be sent',
    );
  },
  writeOnly: (schema, flow) => {
    const [before, after] = [isFlagged(schema.base, 'writeOnly'), isFlagged(schema.head, 'writeOnly')];
    if (before === after || flow.part !== 'answer') return;
    flow.changes.add(
      after ? 'write-only-set' : 'write-only-lifted',
      schema,
      flow.roles,
      after ? 'is no longer answered' : 'may be answered',
    );
  },
  'x-dp-lifecycle': (schema, flow) => compareLifecycles(schema, flow.changes),
  'x-dp-rules': (schema, flow) => compareRules(schema, flow.changes),
  'x-dp-since': (schema, flow) => compareSince(schema, flow.changes),
  'x-dp-fixed': NOTHING, // with the member it belongs to
  'x-dp-not-before': NOTHING, // likewise
};

/** Reports the differences between two revisions of a schema that is sent with `flow`. */
export function compareSchemas(pair: Pair, flow: Flow): void {
  const schema = { base: asSchema(followed(pair.base)), head: asSchema(followed(pair.head)) };
  const { producer, sender } = flow.roles;
  const direction = `${producer} ${sender} ${flow.isInstruction}`;
  if (!flow.changes.firstVisit(`${schema.base.pointer} ${schema.head.pointer}`, direction)) return;
  for (const key of keysOf(schema)) {
    const compare = Object.hasOwn(COMPARERS, key) ? COMPARERS[key] : undefined;
    if (compare !== undefined) compare(schema, flow, key);
    else if (!isSame(memberPair(schema, key))) compareUnknown(schema, flow.changes, key);
  }
  compareBounds(schema, flow);
}

/** Reports a changed key that this program does not know. */
export function compareUnknown(holder: Pair, changes: Changes, key: string): void {
  const pair = { base: member(holder.base, key), head: member(holder.head, key) };
  if (!isSame(pair))
    changes.add('unknown-key-changed', pair, {}, `\`${key}\` is not known here and has changed`);
}

/** A schema may be written as `true` or `false`, or omitted. */
function asSchema(side: Side): Side {
  if (isObject(side.value)) return side;
  const value: JsonObject = side.value === false ? { not: {} } : {};
  return { ...side, value };
}

function compareWords(schema: Pair, flow: Flow, key: string): void {
  const pair = { base: member(schema.base, key), head: member(schema.head, key) };
  if (!isSame(pair)) flow.changes.add('words-changed', pair, {}, `\`${key}\` is worded differently`);
}

function compareOpaque(schema: Pair, flow: Flow, key: string): void {
  const pair = { base: member(schema.base, key), head: member(schema.head, key) };
  if (isSame(pair)) return;
  const kind =
    pair.base.value === undefined
      ? 'constraint-added'
      : pair.head.value === undefined
        ? 'constraint-removed'
        : 'constraint-changed';
  flow.changes.add(kind, pair, flow.roles, `\`${key}\` was ${kind.replace('constraint-', '')}`);
}

function compareInner(schema: Pair, flow: Flow, key: string): void {
  compareSchemas(memberPair(schema, key), flow);
}

/** Members that exist only in the other direction do not matter here. */
function concerns(property: Side, { part }: Flow): boolean {
  return !isFlagged(property, part === 'request' ? 'readOnly' : 'writeOnly');
}

function compareMembers(schema: Pair, flow: Flow): void {
  const members = { base: member(schema.base, 'properties'), head: member(schema.head, 'properties') };
  const isClosed = [schema.base, schema.head].some(({ value }) => forbidsMore(asObject(value)));
  for (const name of keysOf(members)) {
    const raw = { base: member(members.base, name), head: member(members.head, name) };
    const property = { base: followed(raw.base), head: followed(raw.head) };
    if (raw.base.value === undefined) {
      if (!concerns(property.head, flow)) continue;
      if (isClosed)
        flow.changes.add('member-added-to-closed', raw, flow.roles, 'a member more in a closed object');
      const isRequired = requiredNames(schema.head).includes(name);
      flow.changes.add(
        isRequired ? 'required-member-added' : 'member-added',
        raw,
        flow.roles,
        isRequired ? 'a required member more' : 'an optional member more',
      );
    } else if (raw.head.value === undefined) {
      if (!concerns(property.base, flow)) continue;
      flow.changes.add(
        flow.isInstruction ? 'request-member-removed' : 'answer-member-removed',
        raw,
        flow.roles,
        'a member less',
      );
    } else {
      compareSince(raw, flow.changes);
      compareMarks(raw, flow.changes);
      if (concerns(property.base, flow) || concerns(property.head, flow)) compareSchemas(raw, flow);
    }
  }
}

function forbidsMore(schema: JsonObject): boolean {
  return schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false;
}

function requiredNames(schema: Side): string[] {
  return asArray(asObject(schema.value)['required']).map(asString);
}

function compareRequired(schema: Pair, flow: Flow): void {
  const [before, after] = [requiredNames(schema.base), requiredNames(schema.head)];
  const property = (side: Side, name: string) => member(member(side, 'properties'), name);
  for (const [index, name] of after.entries()) {
    if (before.includes(name) || !concerns(followed(property(schema.head, name)), flow)) continue;
    const isNew =
      property(schema.base, name).value === undefined && property(schema.head, name).value !== undefined;
    const place = come(member(member(schema.head, 'required'), index));
    if (!isNew) flow.changes.add('member-became-required', place, flow.roles, `\`${name}\` became required`);
  }
  for (const [index, name] of before.entries()) {
    if (after.includes(name) || !concerns(followed(property(schema.base, name)), flow)) continue;
    const place = gone(member(member(schema.base, 'required'), index));
    flow.changes.add('member-became-optional', place, flow.roles, `\`${name}\` is no longer required`);
  }
}

/** What an object allows for undeclared members. */
function compareOpenness(schema: Pair, flow: Flow, key: string): void {
  const pair = memberPair(schema, key);
  const [wasClosed, isClosed] = [pair.base.value === false, pair.head.value === false];
  if (!wasClosed && !isClosed) compareSchemas(pair, flow);
  if (wasClosed === isClosed) return;
  const place = pair.head.value === undefined ? gone(pair.base) : pair;
  flow.changes.add(
    isClosed ? 'object-closed' : 'object-opened',
    place,
    flow.roles,
    isClosed ? 'no longer takes other members' : 'takes other members',
  );
}

function compareTuples(schema: Pair, flow: Flow, key: string): void {
  const pair = { base: member(schema.base, key), head: member(schema.head, key) };
  const [before, after] = [asArray(pair.base.value).length, asArray(pair.head.value).length];
  if (before !== after)
    flow.changes.add('tuple-changed', pair, flow.roles, `${after} places instead of ${before}`);
  for (let index = 0; index < Math.min(before, after); index += 1)
    compareSchemas(memberPair(pair, index), flow);
}

function compareCombinations(schema: Pair, flow: Flow, key: string): void {
  compareCombination(schema, flow, key, compareSchemas);
}

function comparePatterns(schema: Pair, flow: Flow, key: string): void {
  const pair = memberPair(schema, key);
  if (isSame(pair)) return;
  const kind =
    pair.base.value === undefined
      ? 'pattern-set'
      : pair.head.value === undefined
        ? 'pattern-lifted'
        : 'pattern-changed';
  flow.changes.add(kind, pair, flow.roles, `pattern ${tell(pair)}`);
}

const ROOMIER: { readonly [format: string]: string } = { int32: 'int64', float: 'double' };

function compareFormats(schema: Pair, flow: Flow, key: string): void {
  const pair = memberPair(schema, key);
  if (isSame(pair)) return;
  const [before, after] = [asString(pair.base.value), asString(pair.head.value)];
  const kind =
    pair.base.value === undefined
      ? 'format-set'
      : pair.head.value === undefined
        ? 'format-lifted'
        : ROOMIER[before] === after
          ? 'format-widened'
          : ROOMIER[after] === before
            ? 'format-narrowed'
            : 'format-changed';
  flow.changes.add(kind, pair, flow.roles, `format ${tell(pair)}`);
}

function compareDefaults(schema: Pair, flow: Flow, key: string): void {
  const pair = { base: member(schema.base, key), head: member(schema.head, key) };
  if (isSame(pair)) return;
  const kind =
    pair.base.value === undefined
      ? 'default-set'
      : pair.head.value === undefined
        ? 'default-removed'
        : 'default-changed';
  flow.changes.add(kind, pair, flow.roles, `default ${tell(pair)}`);
}

function compareDiscriminators(schema: Pair, flow: Flow, key: string): void {
  const pair = memberPair(schema, key);
  if (isSame(pair)) return;
  const [before, after] = [asObject(pair.base.value), asObject(pair.head.value)];
  const mapping = memberPair(pair, 'mapping');
  const [old, now] = [asObject(mapping.base.value), asObject(mapping.head.value)];
  const isMoved = Object.keys(old).some((value) => value in now && now[value] !== old[value]);
  if (isMoved || !isDeepStrictEqual({ ...before, mapping: 0 }, { ...after, mapping: 0 })) {
    flow.changes.add('discriminator-changed', pair, flow.roles, 'alternatives are distinguished differently');
  }
  for (const value of keysOf(mapping)) {
    const place = { base: member(mapping.base, value), head: member(mapping.head, value) };
    if (!(value in old))
      flow.changes.add('discriminator-value-added', place, flow.roles, 'an alternative more');
    if (!(value in now))
      flow.changes.add('discriminator-value-removed', place, flow.roles, 'an alternative less');
  }
}

function isFlagged(side: Side, flag: 'readOnly' | 'writeOnly'): boolean {
  return asObject(side.value)[flag] === true;
}

function hasEither(pair: Pair, key: string): boolean {
  return [pair.base.value, pair.head.value].some((value) => isObject(value) && key in value);
}
