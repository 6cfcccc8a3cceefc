import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiTable, SchemaDocument } from '@tessera/contracts/vocabulary';
import standaloneCode from 'ajv/dist/standalone/index.js';
import {
  compiledFile,
  compilerOptions,
  schemaAddress,
  type ValidatorKind,
} from './src/harness/compiled-validators.ts';
import { createCompiler } from './src/harness/compiler.ts';
import { contractNames, openContract } from './src/stub/open-contract.ts';

/*
 * Writes a module for each contract and kind of validator into the given folder, for the bundle of the command. Modules
 * compiled earlier are kept and copied: compiling everything takes seconds.
 */
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('say which folder to write the validators into');

const KINDS: readonly ValidatorKind[] = ['request', 'thorough', 'response'];
const ROOM = fileURLToPath(new URL('.', import.meta.url));
const CACHE = join(ROOM, '.cache/validators');
const KEPT = join(CACHE, hashOfThis());
for (const place of [KEPT, folder]) mkdirSync(place, { recursive: true });
for (const other of readdirSync(CACHE).map((name) => join(CACHE, name))) {
  if (other !== KEPT) rmSync(other, { recursive: true, force: true });
}

for (const { contract } of await Promise.all(contractNames.map(openContract))) {
  const { table, schemas } = contract;
  for (const kind of KINDS) {
    const file = compiledFile(schemas, kind);
    if (!existsSync(join(KEPT, file))) {
      // Rename, so that the write is atomic: another process may be compiling or reading the module.
      const own = join(KEPT, `${file}.${process.pid}`);
      writeFileSync(own, compile(table, schemas, kind));
      renameSync(own, join(KEPT, file));
    }
    copyFileSync(join(KEPT, file), join(folder, file));
  }
}

/** The inputs, beside schemas and options, that decide the content of a module. */
function hashOfThis(): string {
  const files = [import.meta.url, './src/harness/compiler.ts', 'ajv/package.json'].map((one) =>
    fileURLToPath(import.meta.resolve(one)),
  );
  const parts = files.map((file) => readFileSync(file));
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 20);
}

/** A CommonJS module, because callers load validators synchronously. */
function compile(table: ApiTable, schemas: SchemaDocument, kind: ValidatorKind): string {
  const ajv = createCompiler({ ...compilerOptions(kind), code: { source: true } }).addSchema(schemas);
  const names = namesOf(table, kind).filter((name) => schemas.$defs[name] !== undefined);
  const addresses = names.map((name, index) => [`v${index}`, schemaAddress(schemas, name)]);
  const code = standaloneCode.default(ajv, Object.fromEntries(addresses));
  const doors = names.map((name, index) => `${JSON.stringify(name)}:exports.v${index}`);
  return `${code}\nmodule.exports={${doors.join(',')}};\n`;
}

/** Schemas that requests or responses of the operations are validated against. */
function namesOf({ operations }: ApiTable, kind: ValidatorKind): string[] {
  const names = Object.values(operations).flatMap(({ id, body, responses }) =>
    kind === 'response'
      ? Object.values(responses).map(({ schema }) => schema)
      : [body?.schema, ...['path', 'query', 'header'].map((place) => `${id}.${place}`)],
  );
  return [...new Set(names.filter((name) => name !== undefined))];
}
