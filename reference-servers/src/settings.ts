import { METRICS } from './extension-points/metric-names.ts';
import { DEFAULT_TASK_MS } from './extension-points/task-time.ts';
import { MAX_REQUESTS } from './harness/limit-requests.ts';
import { LOG_LEVELS } from './observability/logger.ts';

/** One setting of the command line or the environment. */
export interface Setting {
  readonly flag: string;
  /** The placeholder in the help after the flag; absent for a switch. */
  readonly value?: string;
  readonly env: string;
  readonly default: string;
  /** The possible values, if they are few. */
  readonly choices?: readonly string[];
  /** Servers that use it, beside `all`, which uses everything; absent when every server does. */
  readonly servers?: readonly string[];
  readonly meaning: string;
}

/** The name of the command. */
export const PROGRAM = 'tessera-serve';

/** Serves the site and every server on one port. */
export const ALL = 'all';

/** Serves a stub for a contract without a server. */
export const STUB = 'stub';

/** Port of everything at once. */
export const ALL_PORT = 4400;

/** Port of a stub. */
export const STUB_PORT = 4410;

/** Every setting. A flag wins over the variable, the variable over the default. */
export const SETTINGS = {
  port: {
    flag: 'port',
    value: 'N',
    env: 'TESSERA_PORT',
    default: `${ALL_PORT} for all, ${STUB_PORT} for stub, otherwise see --list`,
    meaning: 'port to listen on; 0 for a free one',
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
    choices: ['sync', 'async'],
    servers: ['tech-adapter', 'data-catalog-plugin'],
    meaning: 'async returns 202 with a token, sync returns the result; per operation as in provision=sync',
  },
  taskMs: {
    flag: 'task-ms',
    value: 'N',
    env: 'TESSERA_TASK_MS',
    default: String(DEFAULT_TASK_MS),
    meaning: 'duration of a task, in milliseconds',
  },
  noTermination: {
    flag: 'no-termination',
    env: 'TESSERA_NO_TERMINATION',
    default: 'off',
    servers: ['tech-adapter'],
    meaning: 'running tasks cannot be terminated',
  },
  prefix: {
    flag: 'prefix',
    value: 'PATH',
    env: 'TESSERA_PREFIX',
    default: 'that of the contract',
    meaning: 'path prefix of a single server; / for none',
  },
  site: {
    flag: 'site',
    value: 'DIR',
    env: 'TESSERA_SITE',
    default: 'none',
    meaning: 'folder of the built site, served by all',
  },
  noStatus: {
    flag: 'no-status',
    env: 'TESSERA_NO_STATUS',
    default: 'off',
    servers: ['data-catalog-plugin'],
    meaning: 'has no tasks; returns every result directly',
  },
  resourceTypes: {
    flag: 'resource-types',
    value: 'LIST',
    env: 'TESSERA_RESOURCE_TYPES',
    default: 'all that there are',
    servers: ['perimeter-resolver'],
    meaning: 'resource types that it knows, separated by commas',
  },
  hosts: {
    flag: 'hosts',
    value: 'LIST',
    env: 'TESSERA_HOSTS',
    default: 'this machine',
    meaning: 'host names that it accepts while it listens on loopback, separated by commas',
  },
  cors: {
    flag: 'cors',
    value: 'ORIGIN',
    env: 'TESSERA_CORS',
    default: 'none',
    meaning: 'origin whose pages may call it from a browser, such as https://docs.example',
  },
  decision: {
    flag: 'decision',
    value: 'RULE',
    env: 'TESSERA_DECISION',
    default: 'approve',
    choices: ['approve', 'reject', 'manual'],
    servers: ['remote-request-hook'],
    meaning: 'how it decides; manual: a person decides, on its page decisions',
  },
  hookSecret: {
    flag: 'hook-secret',
    value: 'TEXT',
    env: 'TESSERA_HOOK_SECRET',
    default: 'none, every sender is trusted',
    servers: ['remote-request-hook'],
    meaning: 'callers must send Authorization: Bearer TEXT',
  },
  allowHosts: {
    flag: 'allow-hosts',
    value: 'LIST',
    env: 'TESSERA_ALLOW_HOSTS',
    default: 'this machine',
    servers: ['remote-request-hook'],
    meaning: 'hosts that decisions may be sent to, separated by commas',
  },
  allowPrivate: {
    flag: 'allow-private',
    env: 'TESSERA_ALLOW_PRIVATE',
    default: 'off',
    servers: ['remote-request-hook'],
    meaning: 'also send decisions to allowed hosts in private networks',
  },
  publicUrl: {
    flag: 'public-url',
    value: 'URL',
    env: 'TESSERA_PUBLIC_URL',
    default: 'where it listens',
    servers: ['remote-request-hook'],
    meaning: 'public URL of its pages, with the prefix',
  },
  metric: {
    flag: 'metric',
    value: 'NAME',
    env: 'TESSERA_METRIC',
    default: 'none, it evaluates policies',
    choices: METRICS,
    servers: ['remote-engine'],
    meaning: 'what it measures',
  },
  llmUrl: {
    flag: 'llm-url',
    value: 'URL',
    env: 'TESSERA_LLM_URL',
    default: 'none, a built-in evaluator replaces it',
    servers: ['llm-engine'],
    meaning: 'URL of an OpenAI-compatible endpoint, with its version',
  },
  llmModel: {
    flag: 'llm-model',
    value: 'NAME',
    env: 'TESSERA_LLM_MODEL',
    default: 'none',
    servers: ['llm-engine'],
    meaning: 'name of the model; required with an endpoint',
  },
  llmKey: {
    flag: 'llm-key',
    value: 'TEXT',
    env: 'TESSERA_LLM_KEY',
    default: 'none',
    servers: ['llm-engine'],
    meaning:
      'API key of the endpoint; prefer the variable, because other users of this machine can read flags',
  },
  llmTimeoutMs: {
    flag: 'llm-timeout-ms',
    value: 'N',
    env: 'TESSERA_LLM_TIMEOUT_MS',
    default: '30000',
    servers: ['llm-engine'],
    meaning: 'timeout of the model, in milliseconds',
  },
  logLevel: {
    flag: 'log-level',
    value: 'LEVEL',
    env: 'TESSERA_LOG_LEVEL',
    default: 'warn',
    choices: LOG_LEVELS,
    meaning: 'lowest level of the JSON log on standard error',
  },
  maxRequests: {
    flag: 'max-requests',
    value: 'N',
    env: 'TESSERA_MAX_REQUESTS',
    default: String(MAX_REQUESTS),
    meaning: 'requests that are handled at the same time; further ones get 503',
  },
  stopMs: {
    flag: 'stop-ms',
    value: 'N',
    env: 'TESSERA_STOP_MS',
    default: '10000',
    meaning: 'time for running tasks to finish at shutdown, in milliseconds',
  },
  latency: {
    flag: 'latency',
    value: 'MS',
    env: 'TESSERA_LATENCY',
    default: 'none',
    meaning: 'delays every response, in milliseconds: 200, or a range such as 100-500',
  },
  failRate: {
    flag: 'fail-rate',
    value: 'PART',
    env: 'TESSERA_FAIL_RATE',
    default: '0',
    meaning: 'share of the requests that get 500, from 0 to 1',
  },
  fail: {
    flag: 'fail',
    value: 'LIST',
    env: 'TESSERA_FAIL',
    default: 'none',
    meaning: 'OPERATION=STATUS, separated by commas: these operations always return this status',
  },
  hang: {
    flag: 'hang',
    value: 'LIST',
    env: 'TESSERA_HANG',
    default: 'none',
    meaning: 'operations that never respond; tech-adapter#validate for one contract',
  },
  malformed: {
    flag: 'malformed',
    value: 'LIST',
    env: 'TESSERA_MALFORMED',
    default: 'none',
    meaning: 'operations whose responses are cut in the middle',
  },
  seed: {
    flag: 'seed',
    value: 'N',
    env: 'TESSERA_SEED',
    default: '1',
    meaning: 'seed of the faults: the same seed and requests give the same faults',
  },
} as const satisfies Record<string, Setting>;
