import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataCatalogPlugin } from '@tessera/contracts/operations/data-catalog-plugin';
import { docsAgent } from '@tessera/contracts/operations/docs-agent';
import { marketplacePlugin } from '@tessera/contracts/operations/marketplace-plugin';
import { remoteRequestHook } from '@tessera/contracts/operations/remote-request-hook';
import type { SystemLogLevel } from '@tessera/contracts/types/coordinator-v1';
import {
  ALL,
  type Authenticate,
  createLogger,
  createServer,
  describePlaces,
  isLoopbackHost,
  type LogLevel,
  listenAt,
  type Mount,
  observe,
  outliveReader,
  prepare,
  readConfig,
  STOP_SIGNALS,
  standardError,
  UsageError,
} from '@tessera/reference-servers/harness';
import type { FastifyInstance } from 'fastify';
import { findKeyProblem, SECRET_KEY_VARIABLE } from '../assistant/models/vault.ts';
import type { Context } from '../context.ts';
import { createPlatform } from '../create-platform.ts';
import { addOwnRoutes } from '../routes/own-routes.ts';
import { createSamplePolicies } from '../sample-policies.ts';
import { registerStandIn, SAMPLE_DESCRIPTOR, templatesOf } from '../seed.ts';
import type { Settings } from '../settings.ts';
import { requireToken } from './access.ts';
import { readSettingsFile } from './settings-file.ts';

/** Flags of the command `run`, as the argument parser names them. */
export interface RunFlags {
  readonly port: number;
  readonly host: string;
  readonly cors?: string;
  readonly data?: string;
  readonly databaseUrl?: string;
  readonly settings?: string;
  readonly environments?: readonly string[];
  readonly dataCatalog?: string;
  readonly marketplace?: string;
  readonly accessHook?: string;
  readonly cue?: string;
  readonly allowHosts?: readonly string[];
  readonly webhook?: string;
  readonly callMs?: number;
  readonly taskMs?: number;
  readonly validateMs?: number;
  readonly callsPerServer?: number;
  readonly token?: string;
  readonly silentMs: number;
  readonly maxRequests: number;
  readonly publicUrl?: string;
  readonly insecure: boolean;
  readonly referenceServers: boolean;
  readonly samplePolicies: boolean;
  readonly site?: string;
  readonly docs?: string;
  readonly logLevel: LogLevel;
}

/**
 * Serves a platform until the process is asked to stop.
 * @throws UsageError when the flags contradict each other
 */
export async function run(flags: RunFlags): Promise<void> {
  const { host, port, token } = flags;
  if (!isLoopbackHost(host) && token === undefined && !flags.insecure) {
    throw new UsageError(
      `--host ${host} is reachable from other machines: set TESSERA_TOKEN, or pass --insecure to go without`,
    );
  }
  // The address may contain a password, so the message does not repeat it.
  if (flags.databaseUrl !== undefined && !/^postgres(?:ql)?:\/\//.test(flags.databaseUrl))
    throw new UsageError('--database-url is an address that begins with postgres://');
  const secretKey = readSecretKey();
  let origin = `http://${host}:${port}`;
  let setLogLevel = (_level: SystemLogLevel): void => {};
  const platform = await createPlatform({
    origin: () => flags.publicUrl ?? origin,
    database: {
      ...(flags.databaseUrl === undefined ? {} : { url: flags.databaseUrl }),
      ...(flags.data === undefined ? {} : { dataDir: flags.data }),
    },
    ...(secretKey === undefined ? {} : { secretKey }),
    silentMs: flags.silentMs,
    settings: await settingsOf(flags, origin),
    loadSettings: () => settingsOf(flags, origin),
    setLogLevel: (level) => setLogLevel(level),
    logLevel: SYSTEM_LEVELS[flags.logLevel],
    onError: (message) => console.error(message),
  });
  try {
    const authenticate = token === undefined ? undefined : requireToken(token);
    const mounts = platform.mounts.map((mount) => guarded(mount, authenticate));
    const { app, places, stop } = await put(flags, mounts, platform.isReady);
    addOwnRoutes(app, platform, authenticate);
    setLogLevel = (level) => {
      app.log.level = level === 'OFF' ? 'silent' : level.toLowerCase();
    };
    outliveReader(process.stdout);
    const asked = new Promise<void>((resolve) => {
      for (const signal of STOP_SIGNALS) process.once(signal, () => resolve());
    });
    sayDocsAgent(app, platform.context);
    origin = await listenAt(app, { host, port }, 'choose another one with --port N');
    // The system may have chosen the port.
    await platform.context.reload();
    if (flags.referenceServers)
      await registerStandIn(platform.context, origin, templatesOf(SAMPLE_DESCRIPTOR));
    if (flags.samplePolicies) await createSamplePolicies(platform.context);
    console.log(`Serving at ${origin}\n\n${describePlaces(places, origin)}\n\nCtrl-C stops it.`);
    await asked;
    process.once('SIGINT', () => process.exit(0));
    await stop();
  } finally {
    await platform.close();
  }
}

/** Where the site puts the console. */
const CONSOLE = '/platform/';

/** A small file of the site. Its pages ask for its headers, to know whether there is a documentation agent. */
const SITE_FILE = '/site.webmanifest';

/** Tells the pages of the site where to ask the documentation agent, when it has documentation. */
function sayDocsAgent(app: FastifyInstance, { settings }: Pick<Context, 'settings'>): void {
  if (settings.docs === undefined) return;
  const { prefix, operations } = docsAgent;
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url === SITE_FILE) reply.header('docs-agent', prefix + operations.askDocs.path);
  });
}

/** From the environment only: other users of the machine can read the arguments of a process. */
function readSecretKey(): string | undefined {
  const key = process.env[SECRET_KEY_VARIABLE];
  if (key === undefined || key === '') return undefined;
  const problem = findKeyProblem(key);
  if (problem !== undefined) throw new UsageError(`${SECRET_KEY_VARIABLE} ${problem}`);
  return key;
}

interface Put {
  readonly app: FastifyInstance;
  readonly places: Parameters<typeof describePlaces>[0];
  readonly stop: () => Promise<void>;
}

/** The server, with the reference servers and the site if requested. */
async function put(flags: RunFlags, mounts: readonly Mount[], isReady: () => Promise<boolean>): Promise<Put> {
  if (flags.referenceServers || flags.site !== undefined) {
    const site = flags.site === undefined ? [] : ['--site', flags.site];
    const cors = flags.cors === undefined ? [] : ['--cors', flags.cors];
    const limit = ['--max-requests', String(flags.maxRequests)];
    const own = ['--log-level', flags.logLevel, '--host', flags.host, ...limit];
    const config = readConfig([ALL, ...site, ...cors, ...own]);
    if (typeof config === 'string' || 'help' in config)
      throw new Error('the reference servers have no configuration');
    const prepared = await prepare(config, { mounts, isReady });
    return { ...prepared, places: withConsole(prepared.places, flags.site) };
  }
  const app = createServer({
    mounts,
    logger: createLogger(flags.logLevel, standardError()),
    maxRequests: flags.maxRequests,
    ...(flags.cors === undefined ? {} : { cors: flags.cors }),
  });
  const { stop } = observe(app, { mounts, isReady, processMetrics: true });
  const places = mounts.map(({ contract }): [string, string] => [
    contract.table.title,
    contract.table.prefix,
  ]);
  return { app, places, stop };
}

/** The places of a server, with the console after the pages of the site, when the site contains one. */
function withConsole(places: Put['places'], site: string | undefined): Put['places'] {
  if (site === undefined || !existsSync(join(site, CONSOLE, 'index.html'))) return places;
  const [pages, ...others] = places;
  return [...(pages === undefined ? [] : [pages]), ['Console', CONSOLE], ...others];
}

function guarded(mount: Mount, authenticate: Authenticate | undefined): Mount {
  return authenticate === undefined ? mount : { ...mount, authenticate };
}

/** Levels of the log as the coordinator names them. */
const SYSTEM_LEVELS: Readonly<Record<LogLevel, SystemLogLevel>> = {
  silent: 'OFF',
  fatal: 'ERROR',
  error: 'ERROR',
  warn: 'WARN',
  info: 'INFO',
  debug: 'DEBUG',
  trace: 'TRACE',
};

/**
 * Flags and variables override the file. Reference servers on the same port replace plugins without a configured
 * address.
 */
async function settingsOf(flags: RunFlags, own: string): Promise<Partial<Settings>> {
  const file = flags.settings === undefined ? {} : await readSettingsFile(flags.settings);
  const standIn = (path: string): string | undefined =>
    flags.referenceServers ? `${own}${path}` : undefined;
  const accessHook = flags.accessHook ?? file.hooks?.AccessControlAction ?? standIn(remoteRequestHook.prefix);
  const named = {
    environments: flags.environments,
    cueBinary: flags.cue,
    allowedHosts: flags.allowHosts,
    webhooks: flags.webhook === undefined ? undefined : [{ url: flags.webhook }],
    callMs: flags.callMs,
    taskMs: flags.taskMs,
    validateMs: flags.validateMs,
    callsPerServer: flags.callsPerServer,
    docs: flags.docs ?? indexOf(flags.site),
  };
  return {
    ...file,
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
    dataCatalog: flags.dataCatalog ?? file.dataCatalog ?? standIn(dataCatalogPlugin.prefix),
    marketplace: flags.marketplace ?? file.marketplace ?? standIn(marketplacePlugin.prefix),
    hooks: accessHook === undefined ? {} : { AccessControlAction: accessHook },
  };
}

/** Where the build of a site puts its search index. */
function indexOf(site: string | undefined): string | undefined {
  const file = site === undefined ? undefined : join(site, 'search-index.json');
  return file !== undefined && existsSync(file) ? file : undefined;
}
