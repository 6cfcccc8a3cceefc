import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { SchemaDocument } from '@tessera/contracts/vocabulary';
import type { Options, ValidateFunction } from 'ajv/dist/2020.js';

/** What a validator does beside saying yes or no. */
const VALIDATORS = {
  request: { useDefaults: true },
  thorough: { useDefaults: true, allErrors: true },
  // What is inherited, such as the getters of a class, is not written into JSON either.
  response: { ownProperties: true },
} as const satisfies Record<string, Options>;

export type ValidatorKind = keyof typeof VALIDATORS;

/**
 * How a kind of validator is compiled. The generator has verified the schemas; strict mode would only refuse annotations
 * that it does not know. Numbers that are too large for a number (1e400) are not numbers: they could not be answered again.
 */
export function compilerOptions(kind: ValidatorKind): Options {
  return { strict: false, strictNumbers: true, ...VALIDATORS[kind] };
}

/** Where Ajv finds a schema of a document. */
export function schemaAddress(schemas: SchemaDocument, name: string): string {
  return `${schemas.$id}#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

/** Stands beside the bundled command, which the modules of the package look into; who runs sources compiles what is needed. */
const FOLDER = ['./validators/', '../command/validators/']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find(existsSync);
const require = createRequire(import.meta.url);

/** Name of the file with the validators of a document; another one as soon as the document or the way of compiling changes. */
export function compiledFile(schemas: SchemaDocument, kind: ValidatorKind): string {
  const text = JSON.stringify([compilerOptions(kind), schemas]);
  return `${createHash('sha256').update(text).digest('hex').slice(0, 20)}.cjs`;
}

/** Validators that were compiled with the command, by the names of their schemas. */
export function readCompiled(
  schemas: SchemaDocument,
  kind: ValidatorKind,
): ReadonlyMap<string, ValidateFunction> {
  if (FOLDER === undefined) return new Map();
  const file = FOLDER + compiledFile(schemas, kind);
  return new Map(existsSync(file) ? Object.entries(require(file)) : []);
}
