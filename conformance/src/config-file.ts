import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';

/** Flags by name, from the command line or from a file. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** What a file may say: the flags, by their names. */
const TEXTS = ['contract', 'url', 'contract-version'];
const FILES = ['descriptor', 'report', 'waivers', 'ca', 'cert', 'key'];
const LISTS = ['only', 'skip', 'format'];
const NUMBERS = ['timeout', 'poll-budget', 'promptness', 'concurrency', 'max-requests', 'seed'];
const SWITCHES = ['read-only', 'insecure', 'json'];
const KNOWN = [...TEXTS, ...FILES, ...LISTS, ...NUMBERS, ...SWITCHES, 'header'];

/** Flags as a file gives them. Paths are relative to the file; every mistake is named. */
export function readConfigFile(path: string, text: string): Values {
  const document = parseMapping(path, text);
  const problems = Object.keys(document)
    .filter((key) => !KNOWN.includes(key))
    .map((key) => `'${key}' is not known`);
  const values: Record<string, string | boolean | string[]> = {};
  for (const [key, value] of Object.entries(document)) {
    const read = readValue(key, value, dirname(resolve(path)));
    if (typeof read === 'object' && 'problem' in read) problems.push(`${key} ${read.problem}`);
    else if (KNOWN.includes(key)) values[key] = read;
  }
  if (problems.length > 0)
    throw new ConfigError(`--config ${path}: ${problems.join('; ')}; known: ${KNOWN.join(', ')}`);
  return values;
}

type Read = string | boolean | string[] | { readonly problem: string };

function readValue(key: string, value: unknown, folder: string): Read {
  if (TEXTS.includes(key)) return typeof value === 'string' ? value : { problem: 'is text' };
  if (FILES.includes(key))
    return typeof value === 'string' ? resolve(folder, value) : { problem: 'is a path' };
  if (NUMBERS.includes(key)) return typeof value === 'number' ? String(value) : { problem: 'is a number' };
  if (SWITCHES.includes(key)) return typeof value === 'boolean' ? value : { problem: 'is true or false' };
  if (LISTS.includes(key)) {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.every((one) => typeof one === 'string') ? list.join(',') : { problem: 'is a list of names' };
  }
  if (key !== 'header' || typeof value !== 'object' || value === null)
    return { problem: 'is a mapping from name to value' };
  return Object.entries(value).map(([name, text]) => `${name}: ${String(text)}`);
}

function parseMapping(path: string, text: string): object {
  let document: unknown;
  try {
    // Loaded only when there is a file: the help has to be there at once.
    const yaml: typeof import('yaml') = createRequire(import.meta.url)('yaml');
    document = yaml.parse(text) ?? {};
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
    throw new ConfigError(`--config ${path}: is not YAML: ${message}`);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new ConfigError(`--config ${path}: holds no mapping`);
  return document;
}
