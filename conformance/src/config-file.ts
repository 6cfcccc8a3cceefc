import { dirname, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import { FLAGS, type Flag } from './flags.ts';
import { didYouMean } from './nearest.ts';
import { isObject } from './suite/json.ts';
import { parseYaml } from './suite/yaml.ts';

/** Flags by name, from the command line or from a file. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Keys of a file that are not flags. */
const FILE_ONLY = ['$schema'];
const IN_FILE = FLAGS.filter(({ commandOnly }) => commandOnly !== true);
const KNOWN = [...FILE_ONLY, ...IN_FILE.map(({ name }) => name)];

/**
 * Flags from a file. Paths are relative to the file; every mistake is reported.
 * @param environment replaces `${NAME}` in every text, so that secrets stay out of the file
 */
export function readConfigFile(
  path: string,
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Values {
  const document = parseMapping(path, text);
  const unknown = Object.keys(document).filter((key) => !KNOWN.includes(key));
  const problems = unknown.map((key) => `'${key}' is unknown${didYouMean(key, KNOWN)}`);
  const values: Record<string, string | boolean | string[]> = {};
  for (const [key, value] of Object.entries(document)) {
    if (!KNOWN.includes(key) || key === '$schema') continue;
    const read = readValue(key, value, dirname(resolve(path)), environment);
    if (typeof read === 'object' && 'problem' in read) problems.push(`${key} ${read.problem}`);
    else values[key] = read;
  }
  if (problems.length === 0) return values;
  const known = unknown.length === 0 ? '' : `; known: ${KNOWN.join(', ')}`;
  throw new ConfigError(`--config ${path}: ${problems.join('; ')}${known}`);
}

/** A text that consists of one variable. */
export const VARIABLE = /^\$\{\w+\}$/;

type Filled = string | { readonly problem: string };
type Read = boolean | string[] | Filled;

function readValue(
  key: string,
  value: unknown,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Read {
  const kind = IN_FILE.find(({ name }) => name === key)?.kind ?? 'text';
  switch (kind) {
    case 'text':
      return typeof value === 'string'
        ? fillIn(value, environment)
        : { problem: typeof value === 'number' ? 'is text: put quotes around it' : 'is text' };
    case 'file':
      return typeof value === 'string'
        ? inFolder(folder, fillIn(value, environment))
        : { problem: 'is a path' };
    case 'number':
      if (typeof value === 'number') return String(value);
      return typeof value === 'string' && VARIABLE.test(value)
        ? fillIn(value, environment)
        : { problem: 'is a number' };
    case 'switch':
      return typeof value === 'boolean' ? value : { problem: 'is true or false' };
    case 'list': {
      const list: unknown[] = Array.isArray(value) ? value : [value];
      return list.every((one) => typeof one === 'string')
        ? fillIn(list.join(','), environment)
        : { problem: 'is a list of names' };
    }
    case 'mapping':
    case 'files':
      return readMapping(key, kind, value, folder, environment);
    default:
      return kind satisfies never;
  }
}

function readMapping(
  key: string,
  kind: Flag['kind'],
  value: unknown,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Read {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'is a mapping from name to value' };
  const entries: string[] = [];
  const pairs = Object.entries(value).flatMap(([name, text]): [string, unknown][] =>
    kind === 'files' && Array.isArray(text) ? text.map((one) => [name, one]) : [[name, text]],
  );
  for (const [name, text] of pairs) {
    if (!['string', 'number'].includes(typeof text)) return { problem: `has no text for ${name}` };
    const filled = fillIn(String(text), environment);
    if (typeof filled === 'object') return filled;
    const whole = kind === 'files' ? resolve(folder, filled) : filled;
    entries.push(key === 'header' ? `${name}: ${whole}` : `${name}=${whole}`);
  }
  return entries;
}

function inFolder(folder: string, path: Filled): Filled {
  return typeof path === 'string' ? resolve(folder, path) : path;
}

function fillIn(text: string, environment: Readonly<Record<string, string | undefined>>): Filled {
  const missing = [...text.matchAll(/\$\{(\w+)\}/g)].find(([, name = '']) => environment[name] === undefined);
  if (missing !== undefined) return { problem: `needs the environment variable ${missing[1] ?? ''}` };
  return text.replaceAll(/\$\{(\w+)\}/g, (_whole, name: string) => environment[name] ?? '');
}

function parseMapping(path: string, text: string): object {
  const parsed = parseYaml(text);
  if ('problem' in parsed) throw new ConfigError(`--config ${path}: is not YAML: ${parsed.problem}`);
  const document = parsed.value ?? {};
  if (!isObject(document)) throw new ConfigError(`--config ${path}: holds no mapping`);
  return document;
}
