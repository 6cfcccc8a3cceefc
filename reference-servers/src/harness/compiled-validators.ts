import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { SchemaDocument } from '@tessera/contracts/vocabulary';
import type { Options, ValidateFunction } from 'ajv/dist/2020.js';

/** What a validator does beside returning true or false. */
const VALIDATORS = {
  request: { useDefaults: true },
  thorough: { useDefaults: true, allErrors: true },
  // Inherited members, such as getters of a class, are not written into JSON either.
  response: { ownProperties: true },
} as const satisfies Record<string, Options>;

export type ValidatorKind = keyof typeof VALIDATORS;

/**
 * How a kind of validator is compiled. The generator has verified the schemas; strict mode would only reject unknown
 * annotations. Numbers that overflow (1e400) are rejected: a response could not repeat them.
 */
export function compilerOptions(kind: ValidatorKind): Options {
  return { strict: false, strictNumbers: true, ...VALIDATORS[kind] };
}

/** Where Ajv finds a schema of a document. */
export function schemaAddress(schemas: SchemaDocument, name: string): string {
  return `${schemas.$id}#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

/**
 * The folder next to the bundled command, where the package's modules look; running from sources compiles on demand.
 */
const FOLDER = ['./validators/', '../command/validators/']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find(existsSync);
const require = createRequire(import.meta.url);

/** Name of the file with the validators of a document; it changes when the document or the compiler options change. */
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
