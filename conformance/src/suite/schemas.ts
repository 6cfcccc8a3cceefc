import type { SchemaDocument } from '@tessera/contracts/vocabulary';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { createTidier, type Resolve } from './absent-members.ts';
import { at, atPointer, brief, isObject, type JsonObject, listOf, pointerKeys } from './json.ts';

/** One place where a value departs from its schema. */
export interface Departure {
  /** JSON pointer into the value; empty for the value itself. */
  readonly pointer: string;
  /** The schema keyword that does not hold. */
  readonly keyword: string;
  readonly expected: string;
  readonly actual: string;
}

/** What a finding says of them: the place that says most, and the others beside it. */
export function describeDepartures(departures: readonly [Departure, ...Departure[]]) {
  const [first] = departures;
  return {
    expected: `${first.pointer || 'the body'}: ${first.expected}`,
    actual: first.actual,
    difference: departures
      .map(({ pointer, expected, actual }) => `${pointer || '(body)'}: ${expected}, got ${actual}`)
      .join('\n'),
  };
}

/** What reading a value by a schema found. */
export interface Reading {
  readonly departures: readonly Departure[];
  /** Pointers of absent optional members that were written as null: untidy, and read as absent. */
  readonly nulls: readonly string[];
}

/** The JSON Schemas of one API. Formats are not asserted: what they say has checks of its own. */
export interface Schemas {
  /** Reads tolerantly: null stands for an absent optional member. */
  read(name: string, value: unknown): Reading;
  /** Strictly, for what the suite itself sends. */
  isValid(name: string, value: unknown): boolean;
  /** A schema by its name, references to other names resolved one step. */
  resolve(schema: unknown): JsonObject;
  named(name: string): JsonObject;
}

/** Schemas know nothing of a run, so all runs of a process share them. */
const shared = new WeakMap<SchemaDocument, Schemas>();

/** Compiles lazily: only the schemas that a run touches cost time, and only once. */
export function schemasOf(document: SchemaDocument): Schemas {
  const known = shared.get(document) ?? createSchemas(document);
  shared.set(document, known);
  return known;
}

function createSchemas(document: SchemaDocument): Schemas {
  const validatorOf = createCompiler(document);
  const resolve = createResolver(document);
  const withoutNulls = createTidier(resolve);
  const named = (name: string): JsonObject => resolve(at(document, '$defs', name));

  const departuresOf = (name: string, value: unknown): Departure[] => {
    const validate = validatorOf(name);
    if (validate(value)) return [];
    const found = (validate.errors ?? []).map((one) => departureOf(one, value));
    const { oneOf, properties } = named(name);
    const forms = listOf(oneOf).map((form) => at(form, '$ref'));
    if (forms.length === 0 || properties !== undefined || !forms.every((one) => typeof one === 'string'))
      return found;
    const [nearest, next] = forms
      .map((form) => departuresOf(form.split('/').at(-1) ?? '', value))
      .sort((left, right) => distance(left) - distance(right));
    // A value that is as far from the one form as from the other departs as a whole.
    return nearest !== undefined && nearest.length > 0 && distance(nearest) < distance(next ?? [])
      ? nearest
      : found.filter(({ keyword }) => keyword === 'oneOf');
  };

  return {
    read(name, value) {
      const nulls: string[] = [];
      const tidy = withoutNulls(value, named(name), '', nulls);
      return { departures: departuresOf(name, tidy).sort(byDepth), nulls };
    },
    isValid: (name, value) => validatorOf(name)(value),
    resolve,
    named,
  };
}

/** Answers with the validator of a name. */
function createCompiler(document: SchemaDocument): (name: string) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    verbose: true,
    // Whoever generates the schemas holds them against theirs; to compile that one costs more than all of ours.
    meta: false,
    validateSchema: false,
  });
  ajv.addSchema(document);
  const compiled = new Map<string, ValidateFunction>();

  return (name) => {
    const known = compiled.get(name);
    if (known !== undefined) return known;
    const made = ajv.getSchema(`${document.$id}#/$defs/${name}`);
    if (made === undefined) throw new Error(`the contract has no schema ${name}`);
    compiled.set(name, made);
    return made;
  };
}

/** Follows references to the end. */
function createResolver(document: SchemaDocument): Resolve {
  const resolved = new Map<string, JsonObject>();
  const resolve = (schema: unknown): JsonObject => {
    const reference = at(schema, '$ref');
    if (typeof reference !== 'string') return isObject(schema) ? schema : {};
    const known = resolved.get(reference) ?? resolve(at(document, ...pointerKeys(reference.slice(1))));
    resolved.set(reference, known);
    return known;
  };
  return resolve;
}

function departureOf(error: ErrorObject, value: unknown): Departure {
  const { instancePath, keyword, schema } = error;
  const actual = atPointer(value, instancePath);
  if (keyword === 'required') {
    const member = String(at(error.params, 'missingProperty'));
    return { pointer: `${instancePath}/${member}`, keyword, expected: 'to be present', actual: 'missing' };
  }
  const expected = keyword === 'enum' ? `one of ${brief(schema)}` : `${keyword} ${brief(schema)}`;
  const name = at(error.params, 'propertyName');
  const shown = keyword === 'pattern' && typeof name === 'string' ? name : actual;
  return { pointer: instancePath, keyword, expected, actual: brief(shown) };
}

/** How far a value is from one of several forms: what is missing says more about it than what is wrong. */
function distance(departures: readonly Departure[]): number {
  const missing = departures.filter(({ keyword }) => keyword === 'required').length;
  return missing * 100 + departures.length;
}

/** The innermost departure first: it says most. */
function byDepth(left: Departure, right: Departure): number {
  return pointerKeys(right.pointer).length - pointerKeys(left.pointer).length;
}
