import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError } from './config-error.ts';
import { readConfigFile, type Values } from './config-file.ts';
import type { ConformanceOptions } from './run-conformance.ts';
import type { Tls } from './suite/http.ts';

/** Files that a report can be written as. */
export const FORMAT_NAMES = ['html', 'json', 'junit', 'markdown', 'sarif', 'badge'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** One flag of the command. The only list of them: help, parsing and documentation read it. */
export interface Flag {
  readonly name: string;
  /** What stands after the flag; absent for flags that are only set. */
  readonly value?: string;
  readonly many?: true;
  readonly meaning: string;
}

export const FLAGS: readonly Flag[] = [
  { name: 'url', value: 'URL', meaning: 'where the paths of the contract begin, with any prefix or none' },
  {
    name: 'descriptor',
    value: 'FILE',
    meaning: 'a descriptor that the adapter can deploy (YAML); default: a built-in sample',
  },
  {
    name: 'contract-version',
    value: 'V',
    meaning: 'generation of the contract that the adapter implements; default: the newest',
  },
  { name: 'only', value: 'ID,..', meaning: 'make these checks (or requirements) only' },
  { name: 'skip', value: 'ID,..', meaning: 'leave these out' },
  { name: 'list', meaning: 'print every check with its level and clause, and send nothing' },
  { name: 'report', value: 'DIR', meaning: 'folder for the HTML and JSON report; default: reports' },
  {
    name: 'format',
    value: 'F,..',
    meaning: `files to write: ${FORMAT_NAMES.join(', ')}; default: html,json`,
  },
  { name: 'waivers', value: 'FILE', meaning: 'departures that are accepted for a while (YAML)' },
  {
    name: 'config',
    value: 'FILE',
    meaning: 'read flags from a file (YAML); what the command line says wins',
  },
  { name: 'json', meaning: 'print the JSON report in place of text' },
  {
    name: 'header',
    value: "'K: V'",
    many: true,
    meaning: 'send this header with every request; may be repeated',
  },
  { name: 'read-only', meaning: 'never provision, unprovision, change access or terminate' },
  { name: 'timeout', value: 'ms', meaning: 'for one answer; default: 30000' },
  { name: 'poll-budget', value: 'ms', meaning: 'for one task to end; default: 60000' },
  { name: 'promptness', value: 'ms', meaning: 'for answers that must not wait for work; default: 1000' },
  { name: 'concurrency', value: 'N', meaning: 'invalid requests in flight at a time; default: 6' },
  { name: 'max-requests', value: 'N', meaning: 'stop after so many; default: 5000' },
  { name: 'seed', value: 'N', meaning: 'make invented tokens the same again' },
  { name: 'ca', value: 'FILE', meaning: 'certificate authority to trust (PEM)' },
  { name: 'cert', value: 'FILE', meaning: 'client certificate (PEM)' },
  { name: 'key', value: 'FILE', meaning: 'key of the client certificate (PEM)' },
  { name: 'insecure', meaning: 'accept any certificate' },
  { name: 'help', meaning: 'print this' },
  { name: 'version', meaning: 'print the version of the suite' },
];

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'list'; readonly contract: string; readonly json: boolean }
  | { readonly kind: 'init'; readonly path: string }
  | { readonly kind: 'verify'; readonly path: string }
  | { readonly kind: 'compare'; readonly before: string; readonly after: string }
  | {
      readonly kind: 'run';
      readonly options: ConformanceOptions;
      readonly reportFolder: string;
      readonly formats: readonly FormatName[];
      readonly waivers?: { readonly path: string; readonly text: string };
      readonly json: boolean;
    };

/** Reads the command line. Every mistake is a ConfigError. */
export function readCommand(argv: readonly string[]): Command {
  const { values: given, positionals } = parse(argv);
  const other = readOtherCommand(positionals);
  if (other !== undefined && given['help'] !== true) return other;
  const values = withFile(given);
  if (values['help'] === true) return { kind: 'help' };
  if (values['version'] === true) return { kind: 'version' };
  const [contract = textOf(values, 'contract'), ...rest] = positionals;
  if (contract === undefined) throw new ConfigError('name the contract to judge, for example tech-adapter');
  if (rest.length > 0) throw new ConfigError(`one contract at a time, not also ${rest.join(', ')}`);
  const json = values['json'] === true;
  if (values['list'] === true) return { kind: 'list', contract, json };
  const tls = readTls(values);
  const descriptor = textOf(values, 'descriptor');
  const waivers = textOf(values, 'waivers');
  const contractVersion = textOf(values, 'contract-version');
  if (contractVersion !== undefined && !/^\d+(\.\d+){0,2}$/.test(contractVersion)) {
    throw new ConfigError(`--contract-version is a version such as 2.2.0, not '${contractVersion}'`);
  }
  const url = readUrl(textOf(values, 'url'));
  return {
    kind: 'run',
    json,
    reportFolder: textOf(values, 'report') ?? 'reports',
    formats: readFormats(values),
    ...(waivers === undefined ? {} : { waivers: { path: waivers, text: readFile('--waivers', waivers) } }),
    options: {
      contract,
      url,
      only: listOf(values, 'only'),
      skip: listOf(values, 'skip'),
      headers: { ...credentialsOf(url), ...readHeaders(values['header']) },
      readOnly: values['read-only'] === true,
      ...(descriptor === undefined ? {} : { descriptor: readFile('--descriptor', descriptor) }),
      ...(contractVersion === undefined ? {} : { contractVersion }),
      ...(tls === undefined ? {} : { tls }),
      ...numbers(values),
    },
  };
}

/** True when output goes to a file or a pipe, or colours are not wanted. */
export function isPlainTerminal(): boolean {
  return (
    process.stdout.isTTY !== true || process.env['NO_COLOR'] !== undefined || process.env['TERM'] === 'dumb'
  );
}

/** Text of `--help`. */
export function helpText(contracts: readonly string[]): string {
  const left = FLAGS.map(({ name, value }) => `--${name}${value === undefined ? '' : ` ${value}`}`);
  const width = Math.max(...left.map(({ length }) => length));
  const flags = FLAGS.map(({ meaning }, index) => `  ${(left[index] ?? '').padEnd(width)}  ${meaning}`);
  return `Judges a running implementation of a contract over HTTP and writes a report.

Usage: tessera-conformance CONTRACT --url URL [flags]
       tessera-conformance init [FILE]          write a configuration file to fill in
       tessera-conformance verify REPORT        check that a JSON report is whole
       tessera-conformance compare BEFORE AFTER show what changed between two JSON reports

Contracts: ${contracts.join(', ')}

${flags.join('\n')}

Ends with 0 conformant, 1 non-conformant, 2 partial, 3 harness error, 4 nothing executed, 5 bad configuration,
6 unreachable, 7 stale waiver.

Examples
  tessera-conformance tech-adapter --url http://localhost:8080
  tessera-conformance tech-adapter --url https://adapters.example.com/warehouse --descriptor descriptor.yaml
  tessera-conformance tech-adapter --url http://localhost:8080 --only TA-20,X-12 --header 'Authorization: Bearer ...'`;
}

function parse(argv: readonly string[]): { values: Values; positionals: string[] } {
  const options = Object.fromEntries(
    FLAGS.map(({ name, value, many }) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: many === true },
    ]),
  );
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (cause) {
    const message =
      cause instanceof Error ? (cause.message.split(/\.\s/, 1)[0] ?? '').replace(/\.$/, '') : String(cause);
    throw new ConfigError(`${message}; see --help`);
  }
}

function readOtherCommand(positionals: readonly string[]): Command | undefined {
  const [name, first, second, ...rest] = positionals;
  if (name === 'init') return { kind: 'init', path: first ?? 'conformance.yaml' };
  if (name === 'verify') {
    if (first === undefined || second !== undefined)
      throw new ConfigError('verify takes one report: verify reports/tech-adapter.json');
    return { kind: 'verify', path: first };
  }
  if (name !== 'compare') return undefined;
  if (first === undefined || second === undefined || rest.length > 0)
    throw new ConfigError('compare takes two reports: compare before.json after.json');
  return { kind: 'compare', before: first, after: second };
}

/** Flags of the command line over those of the file that it names. */
function withFile(given: Values): Values {
  const path = textOf(given, 'config');
  return path === undefined ? given : { ...readConfigFile(path, readFile('--config', path)), ...given };
}

function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

function listOf(values: Values, name: string): string[] {
  return (textOf(values, name) ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

function readFormats(values: Values): FormatName[] {
  const asked = listOf(values, 'format');
  const unknown = asked.filter((name) => !FORMAT_NAMES.some((known) => known === name));
  if (unknown.length > 0)
    throw new ConfigError(`--format ${unknown.join(', ')}: known are ${FORMAT_NAMES.join(', ')}`);
  return asked.length === 0 ? ['html', 'json'] : FORMAT_NAMES.filter((name) => asked.includes(name));
}

function readUrl(text: string | undefined): URL {
  if (text === undefined)
    throw new ConfigError('say where the implementation listens: --url http://localhost:8080');
  if (!URL.canParse(text))
    throw new ConfigError(`--url is an address such as http://localhost:8080, not '${text}'`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ConfigError(`--url begins with http: or https:, not with '${url.protocol}' (${text})`);
  }
  if (url.search !== '' || url.hash !== '')
    throw new ConfigError(`--url has neither query nor fragment (${text})`);
  return url;
}

function credentialsOf(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function readHeaders(given: Values[string]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const header of Array.isArray(given) ? given : []) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(String(header)) ?? [];
    if (name === undefined || value === undefined) {
      throw new ConfigError(`--header is 'Name: value', not '${String(header).split(/[:=]/, 1)[0]}...'`);
    }
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function numbers(values: Values): Partial<ConformanceOptions> {
  const read = (name: string, least: number): number | undefined => {
    const text = textOf(values, name);
    if (text === undefined) return undefined;
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least)
      throw new ConfigError(`--${name} is a number of at least ${least}, not '${text}'`);
    return number;
  };
  const all = {
    timeout: read('timeout', 1),
    pollBudget: read('poll-budget', 1),
    promptness: read('promptness', 1),
    concurrency: read('concurrency', 1),
    maxRequests: read('max-requests', 1),
    seed: read('seed', 0),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function readTls(values: Values): Tls | undefined {
  const ca = textOf(values, 'ca');
  const cert = textOf(values, 'cert');
  const key = textOf(values, 'key');
  if ((cert === undefined) !== (key === undefined)) throw new ConfigError('--cert and --key belong together');
  const insecure = values['insecure'] === true;
  if (ca === undefined && cert === undefined && !insecure) return undefined;
  return {
    ...(ca === undefined ? {} : { ca: readFile('--ca', ca) }),
    ...(cert === undefined ? {} : { cert: readFile('--cert', cert) }),
    ...(key === undefined ? {} : { key: readFile('--key', key) }),
    ...(insecure ? { insecure } : {}),
  };
}

export function readFile(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code;
    throw new ConfigError(`${flag} ${path}: cannot be read, ${why}`);
  }
}
