import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { SITE_ROOT } from '../config.ts';

/** Schemas of documents that have no contract, one file each. */
const OWN_SCHEMAS = path.join(SITE_ROOT, 'content', '_schemas');
const REPOSITORY = path.join(SITE_ROOT, '..');
const FILE = 'schema:';

const compiled = new Map<string, Promise<ValidateFunction>>();
const validators = new Map<string, Promise<Ajv2020>>();
let own: Ajv2020 | null = null;

/**
 * The schema for `validate=WORD`: `API#Schema` of a contract, `schema:PATH` in this repository, or the name of a schema
 * in `content/_schemas`. Each is compiled once.
 * @throws Error that lists the existing names
 */
export function schemaFor(word: string): Promise<ValidateFunction> {
  const known = compiled.get(word);
  if (known) return known;
  const validate = word.startsWith(FILE)
    ? compileFile(word)
    : word.includes('#')
      ? compileContract(word)
      : compileOwn(word);
  compiled.set(word, validate);
  return validate;
}

async function compileContract(word: string): Promise<ValidateFunction> {
  const [api = '', schema = ''] = word.split('#');
  const ajv = await contractOf(api);
  const validate = ajv.getSchema(`contract#/$defs/${schema}`);
  if (!validate) throw new Error(`${api} has no schema ${schema}`);
  return validate;
}

function contractOf(api: string): Promise<Ajv2020> {
  const known = validators.get(api);
  if (known) return known;
  const loaded = loadContract(api);
  validators.set(api, loaded);
  return loaded;
}

async function loadContract(api: string): Promise<Ajv2020> {
  let document: object;
  try {
    document = await import(`@tessera/contracts/schemas/${api}`);
  } catch (error) {
    throw new Error(`there is no contract "${api}"`, { cause: error });
  }
  const ajv = createValidator();
  for (const schemas of Object.values(document)) ajv.addSchema(schemas, 'contract');
  return ajv;
}

async function compileFile(word: string): Promise<ValidateFunction> {
  const file = path.join(REPOSITORY, word.slice(FILE.length));
  if (!existsSync(file)) throw new Error(`${word} names a file that does not exist`);
  return createValidator().compile(readSchema(file));
}

async function compileOwn(word: string): Promise<ValidateFunction> {
  own ??= loadOwn();
  const validate = own.getSchema(word);
  if (validate) return validate;
  const names = ownNames().join(', ');
  throw new Error(
    `validate=${word} names no schema: say API#Schema, schema:PATH in this repository, or one of ${names}`,
  );
}

/** These schemas refer to each other by their names. */
function loadOwn(): Ajv2020 {
  const ajv = createValidator();
  for (const name of ownNames()) ajv.addSchema(readSchema(path.join(OWN_SCHEMAS, `${name}.yaml`)), name);
  return ajv;
}

function ownNames(): string[] {
  return readdirSync(OWN_SCHEMAS)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

/** JSON is YAML. */
function readSchema(file: string): AnySchema {
  return parse(readFileSync(file, 'utf8'));
}

/** A validator of JSON Schema 2020-12 that knows formats, and ignores keywords of others. */
export function createValidator(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats(ajv);
  return ajv;
}
