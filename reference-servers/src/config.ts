import { type Arguments, readArguments } from '@tessera/cli';
import type { FaultOptions } from './faults/fault-options.ts';
import { flagsCommand } from './flags-command.ts';
import { MAX_REQUESTS } from './harness/limit-requests.ts';
import { isPrefix } from './harness/mount.ts';
import type { LogLevel } from './observability/logger.ts';
import { type ServerSettings, servers } from './servers.ts';
import {
  readChoice,
  readHosts,
  readList,
  readNumber,
  readOrigin,
  readPart,
  readRange,
  readSwitch,
  readText,
  readUrl,
  type Said,
} from './setting-values.ts';
import { ALL, ALL_PORT, SETTINGS, type Setting, STUB, STUB_PORT } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** The command to run, with all settings resolved. */
export interface Config extends ServerSettings {
  readonly command: string;
  readonly host: string;
  readonly port: number;
  readonly site?: string;
  /** What to stub: a file, or a contract by its name. */
  readonly stub?: string;
  readonly stopMs: number;
  /** How many requests are handled at the same time. */
  readonly maxRequests: number;
  /** Names to which a server on loopback responds, beside those of this machine. */
  readonly knownHosts?: readonly string[];
  /** Origin whose pages may call the servers from a browser. */
  readonly cors?: string;
  readonly logLevel: LogLevel;
  readonly faults: FaultOptions;
}

/** Maximum configurable time, in milliseconds: one hour. */
const MOST_MS = 3_600_000;

/** Maximum configurable number of requests. */
const MOST_REQUESTS = 1_000_000;

/** Requests that are answered without starting a server. */
export type Information = 'list' | 'version' | Help;

/** Requests help, for everything or for one command. */
export interface Help {
  readonly help: string | undefined;
}

/**
 * Resolves all settings from the command line and the environment.
 * @throws UsageError that says what is wrong and in which flag or variable
 */
export function readConfig(argv: readonly string[], env = process.env): Config | Information {
  const { values, words } = readArguments(flagsCommand(), argv, (message) => new UsageError(message));
  const [command, ...rest] = words;
  const known = [...servers.map(({ id }) => id), ALL, STUB];
  if (values['help'] === true) return { help: known.find((name) => name === command) };
  if (values['version'] === true) return 'version';
  if (values['list'] === true) return 'list';
  if (values['json'] === true) throw new UsageError('--json goes with --help or --list');
  if (command === undefined) {
    throw new UsageError(`say what to serve: ${known.join(', ')}; init writes a project`);
  }
  if (!known.includes(command))
    throw new UsageError(`there is no server ${command}; there are ${known.join(', ')}`);
  const [stub, ...more] = command === STUB ? rest : [undefined, ...rest];
  if (command === STUB && stub === undefined)
    throw new UsageError('say what to stand in for: a file, or a contract by its name');
  if (more.length > 0) throw new UsageError(`only one server can be named, not also ${more.join(', ')}`);

  refuseFlagsOfOthers(values, command);
  const said = (setting: Setting): Said => {
    const flag = values[setting.flag];
    if (flag !== undefined) return { text: String(flag), where: `--${setting.flag}` };
    const variable = env[setting.env];
    return { text: variable === undefined || variable === '' ? undefined : variable, where: setting.env };
  };
  const prefix = said(SETTINGS.prefix);
  const site = said(SETTINGS.site);
  for (const place of [prefix, site]) readText(place);
  if (command === ALL && prefix.where.startsWith('--'))
    throw new UsageError('--prefix is for a single server');
  if (!isPrefix(prefix.text ?? ''))
    throw new UsageError(`${prefix.where} is a path such as /adapters/storage, not '${prefix.text}'`);
  if (command !== ALL && site.where.startsWith('--')) throw new UsageError(`--site is for ${ALL}`);
  const knownHosts = readHosts(said(SETTINGS.hosts));
  const cors = readOrigin(said(SETTINGS.cors));
  const own = command === STUB ? STUB_PORT : servers.find(({ id }) => id === command)?.port;
  return {
    command,
    host: readText(said(SETTINGS.host)) ?? SETTINGS.host.default,
    port: readNumber(said(SETTINGS.port), 65_535) ?? own ?? ALL_PORT,
    mode: readModes(said(SETTINGS.mode), command) ?? SETTINGS.mode.default,
    taskMs: readNumber(said(SETTINGS.taskMs), MOST_MS) ?? Number(SETTINGS.taskMs.default),
    stopMs: readNumber(said(SETTINGS.stopMs), MOST_MS) ?? Number(SETTINGS.stopMs.default),
    maxRequests: readNumber(said(SETTINGS.maxRequests), MOST_REQUESTS, 1) ?? MAX_REQUESTS,
    termination: !readSwitch(said(SETTINGS.noTermination)),
    logLevel: readChoice(said(SETTINGS.logLevel), SETTINGS.logLevel.choices) ?? SETTINGS.logLevel.default,
    faults: readFaults(said),
    ...(knownHosts === undefined ? {} : { knownHosts }),
    ...(cors === undefined ? {} : { cors }),
    ...(stub === undefined ? {} : { stub }),
    ...(command === ALL || prefix.text === undefined ? {} : { prefix: prefix.text }),
    ...(command !== ALL || site.text === undefined ? {} : { site: site.text }),
    ...readServerSettings(said),
  };
}

/** A variable may be set for another server; a flag without effect is an error. */
function refuseFlagsOfOthers(values: Arguments['values'], command: string): void {
  if (command === ALL) return;
  for (const { flag, servers: heeding } of Object.values<Setting>(SETTINGS)) {
    if (values[flag] === undefined || heeding === undefined || heeding.includes(command)) continue;
    throw new UsageError(`--${flag} is for ${heeding.join(' and ')}, not for ${command}`);
  }
}

/** Settings of single servers; absent unless given. */
function readServerSettings(said: (setting: Setting) => Said): Partial<ServerSettings> {
  const settings = {
    withoutStatus: readSwitch(said(SETTINGS.noStatus)) || undefined,
    types: readList(said(SETTINGS.resourceTypes)),
    decision: readChoice(said(SETTINGS.decision), SETTINGS.decision.choices),
    secret: readText(said(SETTINGS.hookSecret)),
    allowedHosts: readHosts(said(SETTINGS.allowHosts)),
    allowPrivate: readSwitch(said(SETTINGS.allowPrivate)) || undefined,
    publicUrl: readUrl(said(SETTINGS.publicUrl)),
    metric: readChoice(said(SETTINGS.metric), SETTINGS.metric.choices),
    model: readModel(said),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** One mode for everything, or `provision=sync,updateAcl=async` for a single server. */
function readModes(said: Said, command: string): ServerSettings['mode'] | undefined {
  if (said.text?.includes('=') !== true) return readChoice(said, SETTINGS.mode.choices);
  if (command === ALL) throw new UsageError(`${said.where} by the name of a handler is for a single server`);
  const modes = (readList(said) ?? []).map((part) => {
    const [name = '', text, ...rest] = part.split('=');
    const mode = SETTINGS.mode.choices.find((known) => known === text);
    if (name === '' || mode === undefined || rest.length > 0) {
      throw new UsageError(
        `${said.where} is a list such as provision=sync,updateAcl=async, not '${said.text}'`,
      );
    }
    return [name, mode] as const;
  });
  return Object.fromEntries(modes);
}

/** Faults to inject; absent unless given. */
function readFaults(said: (setting: Setting) => Said): FaultOptions {
  const faults = {
    latencyMs: readRange(said(SETTINGS.latency), MOST_MS),
    failRate: readPart(said(SETTINGS.failRate)),
    fail: readList(said(SETTINGS.fail))?.map((one) => readFailing(one, said(SETTINGS.fail))),
    hang: readList(said(SETTINGS.hang)),
    malformed: readList(said(SETTINGS.malformed)),
    seed: readNumber(said(SETTINGS.seed), Number.MAX_SAFE_INTEGER),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, value]) => value !== undefined));
}

function readFailing(text: string, { where }: Said): { operation: string; status: number } {
  const [, operation, status] = /^(.+)=([45]\d\d)$/.exec(text) ?? [];
  if (operation === undefined)
    throw new UsageError(`${where} is OPERATION=STATUS with a status from 400 to 599, not '${text}'`);
  return { operation, status: Number(status) };
}

function readModel(said: (setting: Setting) => Said): ServerSettings['model'] {
  const address = said(SETTINGS.llmUrl);
  const url = readUrl(address);
  const model = readText(said(SETTINGS.llmModel));
  const key = readText(said(SETTINGS.llmKey));
  const timeout = readNumber(said(SETTINGS.llmTimeoutMs), MOST_MS, 1);
  const timeoutMs = timeout ?? Number(SETTINGS.llmTimeoutMs.default);
  if (url === undefined) {
    // Without an endpoint the built-in evaluator answers, and users would not notice.
    const useless = [SETTINGS.llmModel, SETTINGS.llmKey, SETTINGS.llmTimeoutMs]
      .map((setting) => said(setting))
      .find(({ text, where }) => text !== undefined && where.startsWith('--'));
    if (useless === undefined) return undefined;
    throw new UsageError(`${useless.where} needs --llm-url, the address of the endpoint`);
  }
  if (model === undefined) {
    throw new UsageError(`${address.where} needs --llm-model, the name of the model to ask`);
  }
  return { url, model, timeoutMs, ...(key === undefined ? {} : { key }) };
}
