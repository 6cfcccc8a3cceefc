import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the gates read of `generated/`: facts that must not be typed a second time. */
export interface ContractTables {
  /** Prefix of each API, such as `/tech-adapter`. */
  prefixes: string[];
  /** Operation paths without prefix, as in the table: `/v1/provision/{token}/status`. */
  paths: string[];
  /** Error catalog, by code; a server looks codes up by their part or by the absent member. */
  errors: Map<string, { texts: string[]; part: string | undefined; absent: string | undefined }>;
  /** Codes for an absent capability; servers read them from the operation table. */
  codesOfCapabilities: Set<string>;
  /** Codes that the operations of each API list, by API. */
  codesByApi: Map<string, Set<string>>;
  /** The members of every enumeration, and the schema that holds it. */
  enums: { name: string; members: string[] }[];
}

type Table = Record<string, unknown>;

/** Reads the tables of a repository, or nothing when `generated/` is still empty. */
export async function readContractTables(root: string): Promise<ContractTables | undefined> {
  const folder = join(root, 'generated');
  if (!existsSync(join(folder, 'errors.js'))) return undefined;
  const apis = await readFolder(join(folder, 'operations'));
  const operations = apis.flatMap((api) => Object.values(asTable(api['operations'])).map(asTable));
  const schemas = await readFolder(join(folder, 'schemas'));
  return {
    prefixes: apis.flatMap((api) => texts(api['prefix'])),
    paths: [...new Set(operations.flatMap((operation) => texts(operation['path'])))],
    errors: await readErrors(folder),
    codesOfCapabilities: new Set(
      operations.flatMap((operation) => texts(asTable(operation['capability'])['absentError'])),
    ),
    codesByApi: new Map(apis.map((api) => [String(api['id']), codesOf(api)])),
    enums: schemas.flatMap((document) => findEnums(document, '')),
  };
}

function codesOf(api: Table): Set<string> {
  const operations = Object.values(asTable(api['operations'])).map(asTable);
  return new Set(operations.flatMap(({ errors }) => Object.values(asTable(errors)).flatMap(texts)));
}

async function readErrors(folder: string): Promise<ContractTables['errors']> {
  const catalog = asTable((await load(join(folder, 'errors.js')))['errors']);
  const entries = Object.entries(catalog).map(([code, value]) => {
    const { message, userMessage, problems, solutions, part, absent } = asTable(value);
    const said = texts([message, userMessage, problems, solutions]);
    return [code, { texts: said, part: texts(part)[0], absent: texts(absent)[0] }] as const;
  });
  return new Map(entries);
}

/** All exports of the modules of a folder. */
async function readFolder(folder: string): Promise<Table[]> {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.js')) : [];
  const modules = await Promise.all(files.sort().map((name) => load(join(folder, name))));
  return modules.flatMap((module) => Object.values(module).map(asTable));
}

async function load(file: string): Promise<Table> {
  const module: unknown = await import(pathToFileURL(file).href);
  return asTable(module);
}

function findEnums(value: unknown, name: string): ContractTables['enums'] {
  if (typeof value !== 'object' || value === null) return [];
  const found: ContractTables['enums'] = [];
  for (const [key, child] of Object.entries(value)) {
    if (key === 'enum' && Array.isArray(child)) found.push({ name, members: texts(child) });
    else found.push(...findEnums(child, /^(\$defs|properties|items|\d+)$/.test(key) ? name : key));
  }
  return found;
}

/** The strings in a value, at any depth of its lists. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap(texts) : [];
}

function asTable(value: unknown): Table {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
