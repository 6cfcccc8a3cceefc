import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import type { Values } from './config-file.ts';
import { FLAGS, FORMAT_NAMES, type FormatName } from './flags.ts';
import { didYouMean } from './nearest.ts';
import type { Tls } from './suite/http.ts';
import type { ConformanceOptions } from './suite/options.ts';
import { type GivenSamples, SAMPLE_ROLES } from './suite/options.ts';
import { basicCredentials, hideUserInfo, userInfoOf } from './suite/user-info.ts';
import { FAIL_ON, type FailOn } from './suite/verdict.ts';
import { parseYaml } from './suite/yaml.ts';

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function listOf(values: Values, name: string): string[] {
  return (textOf(values, name) ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

/** Mutually exclusive flags. */
const CONTRADICTORY = [
  ['read-only', 'write'],
  ['bearer', 'basic'],
  ['insecure', 'ca'],
  ['recording', 'watch'],
  ['recording', 'write'],
  ['recording', 'proxy'],
] as const;

function isGiven(values: Values, name: string): boolean {
  return values[name] !== undefined && values[name] !== false;
}

/** The values of a file, without those that contradict the command line, which takes precedence. */
export function withoutOverruled(file: Values, line: Values): Values {
  const overruled: string[] = CONTRADICTORY.flatMap(([left, right]) => [
    ...(isGiven(line, left) ? [right] : []),
    ...(isGiven(line, right) ? [left] : []),
  ]);
  return Object.fromEntries(Object.entries(file).filter(([name]) => !overruled.includes(name)));
}

/** @throws ConfigError for mutually exclusive flags of one source */
export function refuseContradictions(values: Values): void {
  for (const [left, right] of CONTRADICTORY) {
    if (isGiven(values, left) && isGiven(values, right))
      throw new ConfigError(`--${left} and --${right} contradict each other: give one of them`);
  }
  const skipped = listOf(values, 'skip');
  const both = listOf(values, 'only').filter((id) => skipped.includes(id));
  if (both.length > 0)
    throw new ConfigError(`--only and --skip contradict each other about ${both.join(', ')}`);
}

export function readVersion(values: Values): { contractVersion?: string } {
  const version = textOf(values, 'contract-version');
  if (version === undefined) return {};
  if (!/^\d+(\.\d+){0,2}$/.test(version))
    throw new ConfigError(`--contract-version is a version such as 2.2.0, not '${version}'`);
  return { contractVersion: version };
}

export function readFormats(values: Values): FormatName[] {
  const asked = listOf(values, 'format');
  const unknown = asked.filter((name) => !FORMAT_NAMES.some((known) => known === name));
  if (unknown.length > 0)
    throw new ConfigError(
      `--format ${unknown.join(', ')}: known are ${FORMAT_NAMES.join(', ')}${didYouMean(unknown[0] ?? '', FORMAT_NAMES)}`,
    );
  return asked.length === 0 ? ['html', 'json'] : FORMAT_NAMES.filter((name) => asked.includes(name));
}

export function readUrl(values: Values, fallback?: string): URL {
  const text = textOf(values, 'url') ?? fallback;
  if (text === undefined)
    throw new ConfigError('say where the implementation listens: --url http://localhost:8080/tech-adapter');
  return readBase('--url', text);
}

/** A base address for paths. */
export function readBase(flag: string, text: string, example?: string): URL {
  const url = readAddress(flag, text, example);
  if (url.search !== '' || url.hash !== '')
    throw new ConfigError(`${flag} has neither query nor fragment (${hideUserInfo(text)})`);
  return url;
}

function readAddress(flag: string, text: string, example = 'http://localhost:8080/tech-adapter'): URL {
  const shown = hideUserInfo(text);
  if (!URL.canParse(text)) throw new ConfigError(`${flag} is an address such as ${example}, not '${shown}'`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ConfigError(`${flag} begins with http: or https:, not with '${url.protocol}' (${shown})`);
  }
  return url;
}

/** Which warnings end a run with exit code 1. */
export function readFailOn(values: Values): { failOn?: FailOn } {
  const text = textOf(values, 'fail-on');
  if (text === undefined) return {};
  const failOn = FAIL_ON.find((one) => one === text);
  if (failOn === undefined) throw new ConfigError(`--fail-on is one of ${FAIL_ON.join(', ')}, not '${text}'`);
  return { failOn };
}

/** Where the documentation is served, as the prefix of page paths. */
export function readDocsUrl(values: Values): { docsUrl?: string } {
  const text = textOf(values, 'docs-url');
  if (text === undefined) return {};
  return { docsUrl: readBase('--docs-url', text, 'https://docs.example.com').href.replace(/\/+$/, '') };
}

/** Configured headers: credentials of the address, of the flags, and headers by name. */
export function readHeaders(values: Values, url: URL): Record<string, string> {
  const headers = { ...credentialsOf(url), ...readCredentials(values) };
  for (const header of manyOf(values, 'header')) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(header) ?? [];
    if (name === undefined || value === undefined)
      throw new ConfigError(`--header is 'Name: value', not '${header.split(/[:=]/, 1)[0]}...'`);
    if (name.toLowerCase() === 'authorization' && (values['bearer'] ?? values['basic']) !== undefined)
      throw new ConfigError('--header Authorization contradicts --bearer and --basic: give one of them');
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function readCredentials(values: Values): Record<string, string> {
  const bearer = textOf(values, 'bearer');
  if (bearer !== undefined) {
    if (!/^[\w.~+/=-]+$/.test(bearer)) throw new ConfigError('--bearer is a token without blanks');
    return { authorization: `Bearer ${bearer}` };
  }
  const basic = textOf(values, 'basic');
  if (basic === undefined) return {};
  if (!basic.includes(':')) throw new ConfigError('--basic is USER:PASSWORD, with a colon between them');
  return { authorization: basicCredentials(basic) };
}

function credentialsOf(url: URL): Record<string, string> {
  const pair = userInfoOf(url);
  return pair === undefined ? {} : { authorization: basicCredentials(pair) };
}

/** The number of a flag, within the bounds of the flag. */
export function readNumber(values: Values, name: string): number | undefined {
  const text = textOf(values, name);
  if (text === undefined) return undefined;
  const { least = 0, most } = FLAGS.find((flag) => flag.name === name) ?? {};
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= (most ?? Number.MAX_SAFE_INTEGER)) return number;
  const bounds = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new ConfigError(`--${name} is a number ${bounds}, not '${text}'`);
}

export function readNumbers(values: Values): Partial<ConformanceOptions> {
  const read = (name: string): number | undefined => readNumber(values, name);
  const all = {
    timeout: read('timeout'),
    pollBudget: read('poll-budget'),
    promptness: read('promptness'),
    concurrency: read('concurrency'),
    maxRequests: read('max-requests'),
    seed: read('seed'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

export function readTls(values: Values): { tls?: Tls } {
  const ca = textOf(values, 'ca');
  const cert = textOf(values, 'cert');
  const key = textOf(values, 'key');
  if ((cert === undefined) !== (key === undefined)) throw new ConfigError('--cert and --key belong together');
  const insecure = values['insecure'] === true;
  if (ca === undefined && cert === undefined && !insecure) return {};
  return {
    tls: {
      ...(ca === undefined ? {} : { ca: readFile('--ca', ca) }),
      ...(cert === undefined ? {} : { cert: readFile('--cert', cert) }),
      ...(key === undefined ? {} : { key: readFile('--key', key) }),
      ...(insecure ? { insecure } : {}),
    },
  };
}

/** Names of existing things, by kind of thing. */
export function readIds(values: Values): { ids?: Record<string, string> } {
  const pairs = manyOf(values, 'id').map((text) => splitPair('--id', text, 'environment=production'));
  return pairs.length === 0 ? {} : { ids: Object.fromEntries(pairs) };
}

/** Texts of further configured descriptors, by purpose. */
export function readSamples(values: Values): { samples?: GivenSamples } {
  const pairs = manyOf(values, 'sample').map((text) => splitPair('--sample', text, 'invalid=broken.yaml'));
  const unknown = pairs.find(([role]) => !SAMPLE_ROLES.some((known) => known === role))?.[0];
  if (unknown !== undefined)
    throw new ConfigError(
      `--sample ${unknown}: known roles are ${SAMPLE_ROLES.join(', ')}${didYouMean(unknown, SAMPLE_ROLES)}`,
    );
  if (pairs.length === 0) return {};
  const textsOf = (role: string): string[] =>
    pairs.filter(([one]) => one === role).map(([, path]) => readFile('--sample', path));
  const samples = SAMPLE_ROLES.map((role) => [role, textsOf(role)] as const);
  return { samples: Object.fromEntries(samples.filter(([, texts]) => texts.length > 0)) };
}

/** Configured valid request bodies, by operation. */
export function readBodies(values: Values): { bodies?: Record<string, unknown> } {
  const pairs = manyOf(values, 'body').map((text) => splitPair('--body', text, 'provision=body.json'));
  if (pairs.length === 0) return {};
  return {
    bodies: Object.fromEntries(
      pairs.map(([operation, path]) => [operation, parseBody(path, readFile('--body', path))]),
    ),
  };
}

/** JSON is also YAML. */
function parseBody(path: string, text: string): unknown {
  const parsed = parseYaml(text);
  if ('value' in parsed) return parsed.value;
  throw new ConfigError(`--body ${path}: is neither JSON nor YAML: ${parsed.problem}`);
}

/** The proxy of the flag, else that of the environment, unless the environment exempts the target. */
export function readProxy(
  values: Values,
  url: URL,
  environment: Readonly<Record<string, string | undefined>>,
): { proxy?: URL } {
  const given = textOf(values, 'proxy');
  if (given !== undefined) return { proxy: readAddress('--proxy', given) };
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const own = environment[name] ?? environment[name.toLowerCase()] ?? '';
  if (own === '' || isExempt(url, environment['NO_PROXY'] ?? environment['no_proxy'] ?? '')) return {};
  return { proxy: readAddress(name, own) };
}

/** Hosts of `NO_PROXY`, with or without a leading dot or a port; this machine never needs a proxy. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return true;
  const own = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .some((one) => {
      const [, host = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(one) ?? [];
      if (one === '*') return true;
      return (only === undefined || only === own) && (hostname === host || hostname.endsWith(`.${host}`));
    });
}

function manyOf(values: Values, name: string): string[] {
  const value = values[name];
  return (Array.isArray(value) ? value : []).map(String);
}

function splitPair(flag: string, text: string, example: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new ConfigError(`${flag} is a name and a value such as ${example}, not '${text}'`);
  return [name, value];
}

/** Text of a file from a flag. */
export function readFile(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const why = code === 'ENOENT' ? 'the file does not exist' : code === 'EISDIR' ? 'it is a folder' : code;
    throw new ConfigError(`${flag} ${path}: cannot be read, ${why}`);
  }
}
