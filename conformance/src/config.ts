import { readArguments } from '@tessera/cli';
import { type Listen, readCallback, readListen, refuseSilent } from './config-callback.ts';
import { ConfigError } from './config-error.ts';
import { readConfigFile, type Values } from './config-file.ts';
import {
  listOf,
  readBodies,
  readDocsUrl,
  readFailOn,
  readFile,
  readFormats,
  readHeaders,
  readIds,
  readNumbers,
  readProxy,
  readSamples,
  readTls,
  readUrl,
  readVersion,
  refuseContradictions,
  textOf,
  withoutOverruled,
} from './config-values.ts';
import { requireContract } from './contracts.ts';
import { FLAGS, FORMAT_NAMES, type FormatName, INIT_FLAGS } from './flags.ts';
import { flagsCommand } from './help.ts';
import { didYouMean } from './nearest.ts';
import type { ConformanceOptions } from './suite/options.ts';

/** A parsed command line. */
export type Command =
  | { readonly kind: 'help'; readonly json: boolean }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'list';
      readonly contract: string;
      readonly contractVersion?: string;
      readonly docsUrl?: string;
      readonly json: boolean;
    }
  | { readonly kind: 'init'; readonly path: string; readonly values: Values }
  | { readonly kind: 'verify'; readonly path: string }
  | { readonly kind: 'compare'; readonly before: string; readonly after: string }
  | RunCommand;

export interface RunCommand {
  readonly kind: 'run';
  readonly options: ConformanceOptions;
  /** A recording needs no address. */
  readonly isAddressGiven: boolean;
  /** Recorded traffic to check instead of the target. */
  readonly recording?: { readonly path: string; readonly text: string };
  /** Stand in for the platform and check the requests that arrive. */
  readonly listen?: Listen;
  readonly reportFolder: string;
  readonly formats: readonly FormatName[];
  readonly waivers?: { readonly path: string; readonly text: string };
  /** Paths whose changes start a new run; undefined for a single run. */
  readonly watch?: readonly string[];
  readonly json: boolean;
  /** Every check is printed. */
  readonly verbose: boolean;
}

/** Reads the command line. Every error is a ConfigError. */
export function readCommand(argv: readonly string[]): Command {
  const { values: given, words } = readArguments(flagsCommand(), argv, refuseArguments);
  if (given['help'] === true) return { kind: 'help', json: given['json'] === true };
  if (given['version'] === true) return { kind: 'version' };
  const other = readOtherCommand(words, given);
  if (other !== undefined) return other;
  const values = withFile(given);
  const [contract = textOf(values, 'contract'), ...rest] = words;
  if (contract === undefined) throw new ConfigError('name the contract to check, for example tech-adapter');
  if (rest.length > 0) throw new ConfigError(`one contract at a time, not also ${rest.join(', ')}`);
  requireContract(contract);
  const json = values['json'] === true;
  if (values['list'] === true)
    return { kind: 'list', contract, json, ...readVersion(values), ...readDocsUrl(values) };
  refuseContradictions(values);
  return readRun(contract, values, json);
}

function readRun(contract: string, values: Values, json: boolean): RunCommand {
  const descriptor = textOf(values, 'descriptor');
  const waivers = textOf(values, 'waivers');
  const recording = textOf(values, 'recording');
  const { listen } = readListen(values);
  const isAsked = recording === undefined && listen === undefined;
  if (isAsked) refuseSilent(contract);
  const url = isAsked ? readUrl(values) : readUrl(values, 'http://recording.invalid');
  const watch = textOf(values, 'watch') === undefined ? {} : { watch: listOf(values, 'watch') };
  return {
    kind: 'run',
    json,
    verbose: values['verbose'] === true,
    ...watch,
    ...(listen === undefined ? {} : { listen }),
    isAddressGiven: textOf(values, 'url') !== undefined,
    reportFolder: textOf(values, 'report') ?? 'reports',
    formats: readFormats(values),
    ...(waivers === undefined ? {} : { waivers: { path: waivers, text: readFile('--waivers', waivers) } }),
    ...(recording === undefined
      ? {}
      : { recording: { path: recording, text: readFile('--recording', recording) } }),
    options: {
      contract,
      url,
      only: listOf(values, 'only'),
      skip: listOf(values, 'skip'),
      exclude: listOf(values, 'exclude'),
      flaky: listOf(values, 'flaky'),
      headers: readHeaders(values, url),
      ...(values['read-only'] === true ? { readOnly: true } : {}),
      ...(values['write'] === true ? { readOnly: false } : {}),
      ...(descriptor === undefined ? {} : { descriptor: readFile('--descriptor', descriptor) }),
      ...readVersion(values),
      ...readDocsUrl(values),
      ...readFailOn(values),
      ...readTls(values),
      ...readIds(values),
      ...readSamples(values),
      ...readBodies(values),
      ...readCallback(values),
      ...readProxy(values, url, process.env),
      ...readNumbers(values),
    },
  };
}

/** Whether the terminal is interactive. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

function refuseArguments(message: string): ConfigError {
  const wrong = /^Unknown option '--([^']+)'/.exec(message)?.[1];
  return new ConfigError(`${message}${(wrong === undefined ? '' : hintAt(wrong)) || '; see --help'}`);
}

/** A suggestion for an unknown flag; empty without a similar flag. */
function hintAt(wrong: string): string {
  if (FORMAT_NAMES.some((name) => name === wrong)) return `; --format ${wrong} writes such a file`;
  const names = FLAGS.map(({ name }) => name);
  return didYouMean(wrong, names, '--');
}

function readOtherCommand(words: readonly string[], values: Values): Command | undefined {
  const [name, first, second, ...rest] = words;
  if (name === 'init') {
    refuseOthers('init', values, INIT_FLAGS);
    if (second !== undefined) throw new ConfigError('init writes one file: init conformance.yaml');
    return { kind: 'init', path: first ?? 'conformance.yaml', values };
  }
  if (name === 'verify') {
    refuseOthers('verify', values, []);
    if (first === undefined || second !== undefined)
      throw new ConfigError('verify takes one report: verify reports/tech-adapter.json');
    return { kind: 'verify', path: first };
  }
  if (name !== 'compare') return undefined;
  refuseOthers('compare', values, []);
  if (first === undefined || second === undefined || rest.length > 0)
    throw new ConfigError('compare takes two reports: compare before.json after.json');
  return { kind: 'compare', before: first, after: second };
}

/** Rejects flags that a command would silently ignore. */
function refuseOthers(command: string, values: Values, taken: readonly string[]): void {
  const others = Object.keys(values).filter((name) => !taken.includes(name));
  if (others.length === 0) return;
  const what = taken.length === 0 ? 'no flags' : taken.map((name) => `--${name}`).join(', ');
  throw new ConfigError(
    `${command} takes ${what}; ${others.map((name) => `--${name}`).join(', ')} would do nothing`,
  );
}

/** Flags of the command line, which override those of the configuration file. */
function withFile(given: Values): Values {
  const path = textOf(given, 'config');
  if (path === undefined) return given;
  const file = readConfigFile(path, readFile('--config', path), process.env);
  refuseContradictions(file);
  return { ...withoutOverruled(file, given), ...given };
}
