import { type OutputUnit, Validator } from '@cfworker/json-schema';
import type { SchemaDocument } from '@tessera/contracts/vocabulary';
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

/** What is wrong with a value by one schema of a document; an empty list when nothing is. */
export function checkSchema(document: SchemaDocument, schema: string, value: unknown): Violation[] {
  const known = validators.get(document) ?? new Map<string, Validator>();
  const validator = known.get(schema) ?? makeValidator(document, schema);
  validators.set(document, known.set(schema, validator));
  const { errors } = validator.validate(value);
  return errors.filter(({ keyword }) => !OUTER_KEYWORDS.has(keyword)).map(violationOf);
}

function makeValidator(document: SchemaDocument, schema: string): Validator {
  const validator = new Validator({ $ref: `${document.$id}#/$defs/${schema}` }, '2020-12');
  validator.addSchema({ ...document });
  return validator;
}

function violationOf({ error, instanceLocation, keyword }: OutputUnit): Violation {
  return { pointer: decodeURI(instanceLocation.slice(1)), expected: `must satisfy '${keyword}': ${error}` };
}
