import type { SchemaDocument } from '@tessera/contracts/vocabulary';
import type { Ajv2020, CodeOptions, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { compilerOptions, readCompiled, schemaAddress, type ValidatorKind } from './compiled-validators.ts';
import { createCompiler } from './compiler.ts';
import { namesOf } from './json-pointer.ts';

/** A validation failure. */
export interface Failure {
  /** JSON pointer of the offending value; for an absent member, of the object that lacks it. */
  readonly pointer: string;
  /** Dotted path of the offending or absent member; empty for the whole value. */
  readonly field: string;
  /** Last name of `field` when that member is absent or empty. */
  readonly absent?: string;
  /** Continues a sentence that begins with the field. */
  readonly problem: string;
  /** The violated keyword of the schema, and its value. */
  readonly rule: Readonly<Record<string, unknown>>;
}

/** Validators of one schema document. Each schema is compiled once, at its first use. */
export interface Validators {
  /** Validates a request part and fills in defaults. `all` collects every failure, which costs memory by input size. */
  checkRequest(schema: string, value: unknown, all?: boolean): readonly Failure[];
  /** Validates a response and changes nothing; stops at the first failure. */
  checkResponse(schema: string, value: unknown): readonly Failure[];
}

const NONE: readonly Failure[] = [];

/** Validators hold no state of a server, so servers of the same API share them. */
const prepared = new WeakMap<SchemaDocument, Validators>();

/** Validators over a generated schema document. */
export function validatorsOf(schemas: SchemaDocument): Validators {
  const known = prepared.get(schemas) ?? createValidators(schemas);
  prepared.set(schemas, known);
  return known;
}

/** Makes the validators of a document with another regular expression engine. */
export function prepareValidators(schemas: SchemaDocument, regExp: CodeOptions['regExp']): void {
  prepared.set(schemas, createValidators(schemas, regExp));
}

function createValidators(schemas: SchemaDocument, regExp?: CodeOptions['regExp']): Validators {
  const requests = compiler(schemas, 'request', regExp);
  const thorough = compiler(schemas, 'thorough', regExp);
  const responses = compiler(schemas, 'response', regExp);
  return {
    checkRequest: (schema, value, all = false) => failuresOf((all ? thorough : requests)(schema), value),
    checkResponse: (schema, value) => failuresOf(responses(schema), value),
  };
}

function compiler(
  schemas: SchemaDocument,
  kind: ValidatorKind,
  regExp: CodeOptions['regExp'],
): (name: string) => ValidateFunction {
  const compiled = new Map<string, ValidateFunction>();
  let known: ReadonlyMap<string, ValidateFunction> | undefined;
  let ajv: Ajv2020 | undefined;
  function compile(name: string): ValidateFunction {
    const code = regExp === undefined ? {} : { code: { regExp } };
    ajv ??= createCompiler({ ...compilerOptions(kind), ...code }).addSchema(schemas);
    const validate = ajv.getSchema(schemaAddress(schemas, name));
    if (validate === undefined) throw new Error(`${schemas.$id} defines no schema ${name}`);
    return validate;
  }
  return (name) => {
    const ready = compiled.get(name);
    if (ready !== undefined) return ready;
    known ??= readCompiled(schemas, kind);
    const validate = known.get(name) ?? compile(name);
    compiled.set(name, validate);
    return validate;
  };
}

/** The failures that a compiled schema finds in a value. */
export function failuresOf(validate: ValidateFunction, value: unknown): readonly Failure[] {
  if (validate(value) === true) return NONE;
  return (validate.errors ?? []).filter(isTelling).map(describe);
}

/** An `if` or `propertyNames` only repeats that something inside it failed. */
function isTelling({ keyword }: ErrorObject): boolean {
  return keyword !== 'if' && keyword !== 'propertyNames';
}

function describe({ instancePath, keyword, params, message, propertyName }: ErrorObject): Failure {
  const path = namesOf(instancePath);
  const rule = { keyword, ...params };
  if (keyword === 'required') {
    const absent = String(params['missingProperty']);
    const whole = [...path, absent].join('.');
    return { pointer: instancePath, field: whole, absent, problem: 'is required', rule };
  }
  const last = path.at(-1);
  const field = path.join('.');
  if (keyword === 'minLength' && params['limit'] === 1 && last !== undefined) {
    return { pointer: instancePath, field, absent: last, problem: 'must not be empty', rule };
  }
  if (propertyName !== undefined) {
    const problem = `has a member named ${JSON.stringify(propertyName)}, which ${message ?? 'is not valid'}`;
    return { pointer: instancePath, field, problem, rule };
  }
  return { pointer: instancePath, field, problem: phrase(keyword, params, message), rule };
}

function phrase(keyword: string, params: ErrorObject['params'], message: string | undefined): string {
  if (keyword === 'enum') return `must be one of ${params['allowedValues'].join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  return message ?? 'is not valid';
}
