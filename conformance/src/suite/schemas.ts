import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { createTidier, type Resolve } from './absent-members.ts';
import type { Asserted } from './contract.ts';
import { at, atPointer, brief, isObject, type JsonObject, listOf, pointerKeys } from './json.ts';

/** One violation of a schema by a value. */
export interface Departure {
  /** JSON pointer into the value; empty for the value itself. */
  readonly pointer: string;
  /** The violated schema keyword. */
  readonly keyword: string;
  readonly expected: string;
  readonly actual: string;
}

/** The text of a finding: the most specific violation, and the others. */
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

/** The result of reading a value with a schema. */
export interface Reading {
  readonly departures: readonly Departure[];
  /** Pointers of absent optional members that were sent as null: not recommended, and read as absent. */
  readonly nulls: readonly string[];
}

/** The JSON Schemas of one API. */
export interface Schemas {
  /** Reads leniently: null means an absent optional member. */
  read(name: string, value: unknown): Reading;
  /** Strict validation but for formats, for data that the suite itself sends. */
  isValid(name: string, value: unknown): boolean;
  /** A schema by its name; resolves references to other names by one step. */
  resolve(schema: unknown): JsonObject;
  named(name: string): JsonObject;
  /** The members of an object by name or as a schema, including those of its bases; none if it describes no members. */
  members(schema: string | JsonObject): Members;
}

/** The members of an object. */
export interface Members {
  /** The schema of each member, resolved. */
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
}

/** Schemas do not depend on a run, so all runs of a process share them. */
const shared = new WeakMap<Asserted, Schemas>();

/** Compiles lazily: only the schemas that a run uses cost time, and only once. */
export function schemasOf(document: Asserted): Schemas {
  const known = shared.get(document) ?? createSchemas(document);
  shared.set(document, known);
  return known;
}

function createSchemas(document: Asserted): Schemas {
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
    // If a value is equally far from both forms, the whole value is the violation.
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
    isValid(name, value) {
      const validate = validatorOf(name);
      // A name that the target gave to a thing is sent as it is, in any format.
      return validate(value) || (validate.errors ?? []).every(({ keyword }) => keyword === 'format');
    },
    resolve,
    named,
    members: (schema) => membersIn(resolve, typeof schema === 'string' ? named(schema) : schema),
  };
}

function membersIn(resolve: Resolve, schema: JsonObject): Members {
  const bases = listOf(schema['allOf']).map((one) => membersIn(resolve, resolve(one)));
  const own = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  return {
    properties: Object.assign(
      {},
      ...bases.map(({ properties }) => properties),
      Object.fromEntries(own.map(([name, one]) => [name, resolve(one)])),
    ),
    required: [...bases.flatMap(({ required }) => required), ...listOf(schema['required']).map(String)],
  };
}

/** A time without an offset is another one for every client. Formats that are not in this list are not asserted. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/** Returns the validator of a name. */
function createCompiler(document: Asserted): (name: string) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: document.assertsFormats === true,
    formats: FORMATS,
    logger: false,
    verbose: true,
    // The generator validates the schemas against their metaschema; compiling that costs more than compiling all of
    // them.
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

/** Follows references to their target. */
function createResolver(document: Asserted): Resolve {
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

/** The distance of a value from one of several forms: missing members count more than wrong ones. */
function distance(departures: readonly Departure[]): number {
  const missing = departures.filter(({ keyword }) => keyword === 'required').length;
  return missing * 100 + departures.length;
}

/** The innermost violation first: it is the most specific. */
function byDepth(left: Departure, right: Departure): number {
  return pointerKeys(right.pointer).length - pointerKeys(left.pointer).length;
}
