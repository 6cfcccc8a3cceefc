import { asArray, asObject, isObject, type Json, toPointer } from '../generate/json.ts';
import { locate, type SourceFile, type Specs } from '../generate/load.ts';

export const KINDS = ['value', 'bound', 'required', 'transition', 'code', 'error'] as const;

/**
 * What is deleted: a value of an enumeration, a bound or default, a `required`, a transition, a code of an operation, a
 * catalog entry.
 */
export type MutantKind = (typeof KINDS)[number];

/** One deletion from the specs. */
export interface Mutant {
  /**
   * File and JSON pointer of the deletion; stable while the spec is unchanged, so that survivors can be listed by it.
   */
  readonly id: string;
  readonly kind: MutantKind;
  readonly file: string;
  readonly line: number;
  /** The deleted text, for example `minimum: 5`. */
  readonly what: string;
  readonly path: readonly string[];
}

/** Keywords that bound a value or set its default. */
const BOUNDS = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['pattern', 'format', 'const', 'default', 'minItems', 'maxItems', 'uniqueItems', 'minProperties'],
  ...['maxProperties', 'propertyNames'],
]);

/** Keywords whose value holds schemas by names of ours, and those that hold plain values. */
const NAMED_SCHEMAS = new Set(['properties', 'patternProperties', '$defs']);
const PLAIN_VALUES = new Set(['enum', 'const', 'default', 'example', 'examples', 'required']);

/** Folders of `specs/` that hold no contract. */
const NO_CONTRACT = /^specs\/(examples|workflows|releases)\b/;

/**
 * Every possible deletion from the specs, file by file. Text that several places share through an alias counts once.
 */
export function findMutants(specs: Specs): Mutant[] {
  return [...specs.files.values()]
    .filter(({ path }) => !NO_CONTRACT.test(path))
    .flatMap((file) => [...new MutantFinder(file).find()]);
}

class MutantFinder {
  readonly #seen = new Set<object>();
  private readonly file: SourceFile;

  constructor(file: SourceFile) {
    this.file = file;
  }

  *find(): Generator<Mutant> {
    yield* this.#walk(this.file.data, []);
  }

  *#walk(value: Json, at: readonly string[]): Generator<Mutant> {
    if (typeof value !== 'object' || value === null || this.#seen.has(value)) return;
    this.#seen.add(value);
    for (const [key, member] of Object.entries(value)) {
      const here = [...at, key];
      if (key === 'required' && member === true && asObject(value)['in'] !== 'path')
        yield this.#mutant('required', here, `${asObject(value)['name'] ?? 'the body'} is required`);
      if (key === 'x-dp-errors') yield* this.#codes(asObject(member), here);
      else if (key === 'x-dp-lifecycle') yield* this.#transitions(asObject(member), here);
      else if (key === 'schemas' && at.join('/') === 'components') yield* this.#schemas(member, here);
      else if (key === 'schema') yield* this.#schema(member, here);
      else if (!key.startsWith('x-')) yield* this.#walk(member, here);
    }
  }

  *#schemas(schemas: Json, at: readonly string[]): Generator<Mutant> {
    for (const [name, schema] of Object.entries(asObject(schemas)))
      yield* this.#schema(schema, [...at, name]);
  }

  *#schema(schema: Json, at: readonly string[]): Generator<Mutant> {
    if (typeof schema !== 'object' || schema === null || this.#seen.has(schema)) return;
    this.#seen.add(schema);
    for (const [key, member] of Object.entries(schema)) {
      const here = [...at, key];
      if (key === 'enum') {
        for (const [index, value] of asArray(member).entries())
          yield this.#mutant('value', [...here, String(index)], `${value}`);
      } else if (key === 'required') {
        for (const [index, name] of asArray(member).entries())
          yield this.#mutant('required', [...here, String(index)], `${name} is required`);
      } else if (BOUNDS.has(key)) {
        yield this.#mutant('bound', here, `${key}: ${JSON.stringify(member)}`);
      }
      if (key === 'x-dp-lifecycle') yield* this.#transitions(asObject(member), here);
      else if (NAMED_SCHEMAS.has(key)) yield* this.#schemas(member, here);
      else if (!key.startsWith('x-') && !PLAIN_VALUES.has(key)) yield* this.#schema(member, here);
    }
  }

  *#transitions(lifecycle: Json, at: readonly string[]): Generator<Mutant> {
    for (const [index, transition] of asArray(asObject(lifecycle)['transitions']).entries()) {
      const { from, to, by } = asObject(transition);
      yield this.#mutant('transition', [...at, 'transitions', String(index)], `${from} to ${to} by ${by}`);
    }
  }

  /** Of an operation: codes by status. Of a catalog: entries by code. */
  *#codes(errors: Json, at: readonly string[]): Generator<Mutant> {
    if (typeof errors !== 'object' || errors === null || this.#seen.has(errors)) return;
    this.#seen.add(errors);
    for (const [key, member] of Object.entries(errors)) {
      if (isObject(member)) yield this.#mutant('error', [...at, key], key);
      else if (!this.#seen.has(asArray(member))) {
        this.#seen.add(asArray(member));
        for (const [index, code] of asArray(member).entries())
          yield this.#mutant('code', [...at, key, String(index)], `${code}`);
      }
    }
  }

  #mutant(kind: MutantKind, path: readonly string[], what: string): Mutant {
    const pointer = toPointer(path);
    const { line } = locate(this.file, pointer);
    return { id: `${this.file.path}#${pointer}`, kind, file: this.file.path, line, what, path };
  }
}

/** The specs without what the mutant deletes; an error goes from its catalog and from every operation that lists it. */
export function applyMutant(specs: Specs, mutant: Mutant): Specs {
  const files = new Map(specs.files);
  const change = (path: string, edit: (data: Json) => void) => {
    const file = files.get(path);
    if (file === undefined) throw new Error(`${path} is not in the specs`);
    const data = structuredClone(file.data);
    edit(data);
    files.set(path, { ...file, data });
  };
  change(mutant.file, (data) => deleteAt(data, mutant.path));
  if (mutant.kind === 'error') {
    for (const { path, text } of specs.files.values()) {
      if (text.includes(mutant.what)) change(path, (data) => removeCode(data, mutant.what));
    }
  }
  return { ...specs, files };
}

function deleteAt(data: Json, path: readonly string[]): void {
  const key = path.at(-1) ?? '';
  let holder: unknown = data;
  for (const segment of path.slice(0, -1))
    holder = isHolder(holder) ? Reflect.get(holder, segment) : undefined;
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (isHolder(holder)) Reflect.deleteProperty(holder, key);
}

/** Takes a code from every operation's lists. */
function removeCode(data: Json, code: string): void {
  if (!isHolder(data)) return;
  for (const [key, member] of Object.entries(data)) {
    if (key !== 'x-dp-errors') removeCode(member, code);
    else if (isHolder(member)) {
      for (const [status, codes] of Object.entries(member)) {
        if (Array.isArray(codes))
          Reflect.set(
            member,
            status,
            codes.filter((listed) => listed !== code),
          );
      }
    }
  }
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
