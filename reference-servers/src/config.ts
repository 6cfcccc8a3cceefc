import { parseArgs } from 'node:util';
import { METRICS } from './extension-points/measurements.ts';
import { type ServerSettings, servers } from './servers.ts';

/** The command line cannot be understood; the program ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What to do, with everything decided. */
export interface Config extends ServerSettings {
  readonly command: string;
  readonly host: string;
  readonly port: number;
  readonly site?: string;
}

interface Setting {
  readonly flag: string;
  /** As it stands in the help after the flag; absent for a switch. */
  readonly value?: string;
  readonly env: string;
  readonly default: string;
  readonly meaning: string;
}

/** Serves the site and every server on one port. */
export const ALL = 'all';

const ALL_PORT = 4400;

const DECISIONS = ['approve', 'reject', 'manual'] as const;

/** Every setting. A flag wins over the variable, the variable over the default. */
export const SETTINGS = {
  port: {
    flag: 'port',
    value: 'N',
    env: 'TESSERA_PORT',
    default: `${ALL_PORT} for all, otherwise see --list`,
    meaning: 'port to listen on; 0 takes a free one',
  },
  host: {
    flag: 'host',
    value: 'HOST',
    env: 'TESSERA_HOST',
    default: '127.0.0.1',
    meaning: 'address to listen on',
  },
  mode: {
    flag: 'mode',
    value: 'MODE',
    env: 'TESSERA_MODE',
    default: 'async',
    meaning: 'async answers 202 with a token, sync does the work at once',
  },
  taskMs: {
    flag: 'task-ms',
    value: 'N',
    env: 'TESSERA_TASK_MS',
    default: '1500',
    meaning: 'how long a task takes, in milliseconds',
  },
  noTermination: {
    flag: 'no-termination',
    env: 'TESSERA_NO_TERMINATION',
    default: 'off',
    meaning: 'a running task cannot be stopped',
  },
  prefix: {
    flag: 'prefix',
    value: 'PATH',
    env: 'TESSERA_PREFIX',
    default: 'that of the contract',
    meaning: 'path to serve one server under; / for the root',
  },
  site: {
    flag: 'site',
    value: 'DIR',
    env: 'TESSERA_SITE',
    default: 'none',
    meaning: 'built site to serve with all',
  },
  noStatus: {
    flag: 'no-status',
    env: 'TESSERA_NO_STATUS',
    default: 'off',
    meaning: 'data-catalog-plugin: keeps no tasks, does its work at once',
  },
  resourceTypes: {
    flag: 'resource-types',
    value: 'LIST',
    env: 'TESSERA_RESOURCE_TYPES',
    default: 'all that there are',
    meaning: 'perimeter-resolver: types that it knows, separated by commas',
  },
  decision: {
    flag: 'decision',
    value: 'RULE',
    env: 'TESSERA_DECISION',
    default: 'approve',
    meaning: 'remote-request-hook: approve, reject, or manual for somebody on its page decisions',
  },
  hookSecret: {
    flag: 'hook-secret',
    value: 'TEXT',
    env: 'TESSERA_HOOK_SECRET',
    default: 'none, every sender is trusted',
    meaning: 'remote-request-hook: senders prove themselves with Authorization: Bearer TEXT',
  },
  allowHosts: {
    flag: 'allow-hosts',
    value: 'LIST',
    env: 'TESSERA_ALLOW_HOSTS',
    default: 'this machine',
    meaning: 'remote-request-hook: hosts to send decisions to, separated by commas',
  },
  allowPrivate: {
    flag: 'allow-private',
    env: 'TESSERA_ALLOW_PRIVATE',
    default: 'off',
    meaning: 'remote-request-hook: allowed hosts may be in private networks',
  },
  publicUrl: {
    flag: 'public-url',
    value: 'URL',
    env: 'TESSERA_PUBLIC_URL',
    default: 'where it listens',
    meaning: 'remote-request-hook: its address for people, with the prefix',
  },
  metric: {
    flag: 'metric',
    value: 'NAME',
    env: 'TESSERA_METRIC',
    default: 'none, it judges by policies',
    meaning: `remote-engine: measures ${METRICS.join(' or ')}`,
  },
  llmUrl: {
    flag: 'llm-url',
    value: 'URL',
    env: 'TESSERA_LLM_URL',
    default: 'none, an embedded judge stands in',
    meaning: 'llm-engine: OpenAI-compatible endpoint, up to its version',
  },
  llmModel: {
    flag: 'llm-model',
    value: 'NAME',
    env: 'TESSERA_LLM_MODEL',
    default: 'none',
    meaning: 'llm-engine: model to ask; needed with an endpoint',
  },
  llmKey: {
    flag: 'llm-key',
    value: 'TEXT',
    env: 'TESSERA_LLM_KEY',
    default: 'none',
    meaning: 'llm-engine: key of the endpoint; other users of this machine can read flags, not variables',
  },
  llmTimeoutMs: {
    flag: 'llm-timeout-ms',
    value: 'N',
    env: 'TESSERA_LLM_TIMEOUT_MS',
    default: '30000',
    meaning: 'llm-engine: how long the model may take, in milliseconds',
  },
} as const satisfies Record<string, Setting>;

/** Requests that are answered without serving anything. */
export type Information = 'help' | 'list';

/**
 * Decides everything from the command line and the environment.
 * @throws UsageError that says what is wrong and where it was said
 */
export function readConfig(argv: readonly string[], env = process.env): Config | Information {
  const { values, positionals } = parse(argv);
  if (values['help'] === true) return 'help';
  if (values['list'] === true) return 'list';
  const [command, ...rest] = positionals;
  const known = [...servers.map(({ id }) => id), ALL];
  if (command === undefined) throw new UsageError(`say what to serve: ${known.join(', ')}`);
  if (!known.includes(command))
    throw new UsageError(`there is no server ${command}; there are ${known.join(', ')}`);
  if (rest.length > 0) throw new UsageError(`only one server can be named, not also ${rest.join(', ')}`);

  const said = (setting: Setting): Said => {
    const flag = values[setting.flag];
    if (flag !== undefined) return { text: String(flag), where: `--${setting.flag}` };
    const variable = env[setting.env];
    return { text: variable === undefined || variable === '' ? undefined : variable, where: setting.env };
  };
  const prefix = said(SETTINGS.prefix);
  const site = said(SETTINGS.site);
  if (command === ALL && prefix.where.startsWith('--'))
    throw new UsageError('--prefix is for a single server');
  if (command !== ALL && site.where.startsWith('--')) throw new UsageError(`--site is for ${ALL}`);
  const port = servers.find(({ id }) => id === command)?.port ?? ALL_PORT;
  return {
    command,
    host: said(SETTINGS.host).text ?? SETTINGS.host.default,
    port: readNumber(said(SETTINGS.port), 65_535) ?? port,
    mode: readMode(said(SETTINGS.mode)),
    taskMs: readNumber(said(SETTINGS.taskMs), 3_600_000) ?? Number(SETTINGS.taskMs.default),
    termination: !readSwitch(said(SETTINGS.noTermination)),
    ...(command === ALL || prefix.text === undefined ? {} : { prefix: prefix.text }),
    ...(command !== ALL || site.text === undefined ? {} : { site: site.text }),
    ...readServerSettings(said),
  };
}

/** What concerns single servers; absent unless it is said. */
function readServerSettings(said: (setting: Setting) => Said): Partial<ServerSettings> {
  const settings = {
    withoutStatus: readSwitch(said(SETTINGS.noStatus)) || undefined,
    types: readList(said(SETTINGS.resourceTypes)),
    decision: readChoice(said(SETTINGS.decision), DECISIONS),
    secret: said(SETTINGS.hookSecret).text,
    allowedHosts: readList(said(SETTINGS.allowHosts)),
    allowPrivate: readSwitch(said(SETTINGS.allowPrivate)) || undefined,
    publicUrl: readUrl(said(SETTINGS.publicUrl)),
    metric: readChoice(said(SETTINGS.metric), METRICS),
    model: readModel(said),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function readModel(said: (setting: Setting) => Said): ServerSettings['model'] {
  const url = readUrl(said(SETTINGS.llmUrl));
  const model = said(SETTINGS.llmModel).text;
  const key = said(SETTINGS.llmKey).text;
  const most = 3_600_000;
  const timeoutMs = readNumber(said(SETTINGS.llmTimeoutMs), most) ?? Number(SETTINGS.llmTimeoutMs.default);
  if (url === undefined) return undefined;
  if (model === undefined) throw new UsageError('--llm-url needs --llm-model, the name of the model to ask');
  return { url, model, timeoutMs, ...(key === undefined ? {} : { key }) };
}

interface Said {
  readonly text: string | undefined;
  /** The flag or the variable. */
  readonly where: string;
}

interface CommandLine {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

function parse(argv: readonly string[]): CommandLine {
  const options: Record<string, { type: 'string' | 'boolean' }> = {
    help: { type: 'boolean' },
    list: { type: 'boolean' },
  };
  for (const setting of Object.values<Setting>(SETTINGS)) {
    options[setting.flag] = { type: setting.value === undefined ? 'boolean' : 'string' };
  }
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : 'the command line cannot be read', {
      cause,
    });
  }
}

function readNumber({ text, where }: Said, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > most) {
    throw new UsageError(`${where} is a whole number up to ${most}, not '${text}'`);
  }
  return number;
}

function readMode({ text, where }: Said): Config['mode'] {
  if (text === undefined) return SETTINGS.mode.default;
  if (text === 'sync' || text === 'async') return text;
  throw new UsageError(`${where} is sync or async, not '${text}'`);
}

function readChoice<T extends string>({ text, where }: Said, choices: readonly T[]): T | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((one) => one === text);
  if (choice === undefined) throw new UsageError(`${where} is one of ${choices.join(', ')}, not '${text}'`);
  return choice;
}

function readList({ text, where }: Said): string[] | undefined {
  if (text === undefined) return undefined;
  const list = text.split(',').map((part) => part.trim());
  if (list.includes('')) throw new UsageError(`${where} is a list separated by commas, not '${text}'`);
  return list;
}

function readUrl({ text, where }: Said): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:/i.test(text)) {
    throw new UsageError(`${where} is an address that begins with http:// or https://, not '${text}'`);
  }
  return text;
}

function readSwitch({ text, where }: Said): boolean {
  if (text === undefined || text === 'false' || text === '0') return false;
  if (text === 'true' || text === '1') return true;
  throw new UsageError(`${where} is true or false, not '${text}'`);
}
