import { type OutputUnit, Validator } from '@cfworker/json-schema';
import type { SchemaDocument } from '@tessera/contracts/vocabulary';
import { isObject } from './json-pointer.ts';
import type { Violation } from './options.ts';

/** Keywords that only say that something inside has gone wrong. */
const OUTER_KEYWORDS = new Set([
  '$ref',
  'additionalProperties',
  'allOf',
  'dependentSchemas',
  'items',
  'patternProperties',
  'properties',
]);

/** Validators without code generation, so that they also run where `eval` is forbidden, by document and schema. */
const validators = new WeakMap<SchemaDocument, Map<string, Validator>>();

/** In which ways a value breaks a schema. */
export interface SchemaResult {
  /** Empty when the value may be used. */
  readonly violations: readonly Violation[];
  /** Each `null` in place of a member that may be absent: many servers write one, and readers lose nothing. */
  readonly accepted: readonly Violation[];
}

/** Checks a value by one schema of a document. */
export function checkSchema(document: SchemaDocument, schema: string, value: unknown): SchemaResult {
  const validator = validatorOf(document, schema);
  const violations = violationsIn(validator, value);
  const nulls = violations.filter(({ pointer }) => isNullMember(value, pointer));
  if (nulls.length === 0) return { violations, accepted: [] };
  const remaining = violationsIn(validator, withoutMembers(value, nulls));
  // Without a required member, the object around it breaks the schema in a new way.
  const known = new Set(violations.map(keyOf));
  const added = remaining.filter((violation) => !known.has(keyOf(violation)));
  const incomplete = new Set(added.map(({ pointer }) => pointer));
  const isRequired = ({ pointer }: Violation) => incomplete.has(parentOf(pointer));
  return {
    violations: [
      ...nulls.filter(isRequired),
      ...remaining.filter((violation) => known.has(keyOf(violation))),
    ],
    accepted: nulls.filter((violation) => !isRequired(violation)),
  };
}

function validatorOf(document: SchemaDocument, schema: string): Validator {
  const known = validators.get(document) ?? new Map<string, Validator>();
  const validator = known.get(schema) ?? makeValidator(document, schema);
  validators.set(document, known.set(schema, validator));
  return validator;
}

function violationsIn(validator: Validator, value: unknown): Violation[] {
  const { errors } = validator.validate(value);
  return errors.filter(({ keyword }) => !OUTER_KEYWORDS.has(keyword)).map(violationOf);
}

function makeValidator(document: SchemaDocument, schema: string): Validator {
  const stopAtFirst = false;
  const validator = new Validator({ $ref: `${document.$id}#/$defs/${schema}` }, '2020-12', stopAtFirst);
  validator.addSchema({ ...document });
  return validator;
}

function violationOf({ error, instanceLocation, keyword }: OutputUnit): Violation {
  const pointer = decodeURIComponent(instanceLocation.slice(1));
  return { pointer, expected: `must satisfy '${keyword}': ${error}` };
}

function keyOf({ expected, pointer }: Violation): string {
  return `${pointer} ${expected}`;
}

function isNullMember(value: unknown, pointer: string): boolean {
  const [name = '', ...path] = segmentsOf(pointer).reverse();
  const parent = path.reduceRight((at: unknown, segment) => (isObject(at) ? at[segment] : undefined), value);
  return isObject(parent) && !Array.isArray(parent) && parent[name] === null;
}

/** A value without some members; copies nothing but what is around them, so a deep value elsewhere does no harm. */
function withoutMembers(value: unknown, places: readonly Violation[]): unknown {
  const root: Record<string, unknown> = { '': value };
  const copies = new Set<unknown>();
  for (const { pointer } of places) {
    const [name = '', ...path] = segmentsOf(pointer).reverse();
    const parent = ['', ...path.reverse()].reduce((at, segment) => {
      const inner = at[segment];
      const copy = copies.has(inner) ? inner : Array.isArray(inner) ? [...inner] : { ...Object(inner) };
      copies.add(copy);
      at[segment] = copy;
      return copy;
    }, root);
    delete parent[name];
  }
  return root[''];
}

/** Of a JSON pointer (RFC 6901). */
function segmentsOf(pointer: string): string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
