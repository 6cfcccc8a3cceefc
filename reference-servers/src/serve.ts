import { existsSync } from 'node:fs';
import { areas } from '@tessera/contracts/apis';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { injectFaults } from './faults/inject-faults.ts';
import { createServer } from './harness/create-server.ts';
import { baseOf, documentPathsOf, type Mount } from './harness/mount.ts';
import { createLogger } from './observability/logger.ts';
import { OBSERVED_PATHS, type Observation, type ObserveOptions, observe } from './observability/observe.ts';
import { standardError } from './observability/standard-error.ts';
import { systemClock } from './runtime/clock.ts';
import { randomIds } from './runtime/ids.ts';
import { type ServerEntry, servers } from './servers.ts';
import { ALL } from './settings.ts';
import { openSite } from './site.ts';
import { createStub, type StubSource } from './stub/create-stub.ts';
import { contractNames, openContract } from './stub/open-contract.ts';
import { createStubTasks } from './stub/stub-tasks.ts';
import { UsageError } from './usage-error.ts';

/** A server that is ready to listen, and what to print about it. */
export interface Prepared extends Observation {
  readonly app: FastifyInstance;
  /** The number of running tasks. */
  readonly running: () => number;
  /** Name and path of everything that can be opened. */
  readonly places: readonly (readonly [name: string, path: string])[];
}

/** What a caller serves beside the configured servers. */
export type Own = Pick<ObserveOptions, 'mounts' | 'isReady'>;

/**
 * Assembles the configured servers, beside the caller's own. Log entries go to standard error, one JSON object
 * per line.
 * @throws UsageError when something configured does not exist
 */
export async function prepare(config: Config, own: Own = { mounts: [] }): Promise<Prepared> {
  const real = servers.filter(({ id }) => config.command === ALL || config.command === id);
  const served = [...servers.map(({ id }) => id), ...own.mounts.map(({ contract }) => contract.table.id)];
  const stubs = await openStubs(config, served);
  const mounts = [
    ...own.mounts,
    ...(await Promise.all(real.map((entry) => openServer(entry, config)))),
    ...stubs,
  ];
  const site = config.site === undefined ? undefined : openSite(config.site);
  const app = createServer({
    mounts,
    logger: createLogger(config.logLevel, standardError()),
    maxRequests: config.maxRequests,
    ...(config.knownHosts === undefined ? {} : { knownHosts: config.knownHosts }),
    ...(config.cors === undefined ? {} : { cors: config.cors }),
    ...(site === undefined ? {} : { notFound: site.notFound }),
  });
  const { stop } = observe(app, { ...own, mounts, processMetrics: true });
  if (Object.keys(config.faults).length > 0) breakOnPurpose(app, mounts, config);
  site?.register(app);
  const places: [string, string][] = [];
  if (site !== undefined) {
    places.push(['Site', '/']);
    places.push(...areas.map(({ id, title }): [string, string] => [`${title} reference`, referencePath(id)]));
  }
  const documents = documentPathsOf(mounts);
  for (const [index, mount] of mounts.entries()) {
    const base = baseOf(mount);
    const title = mount.contract.table.title + (stubs.includes(mount) ? ' (stub)' : '');
    places.push([title, base || '/'], ['  OpenAPI file', base + documents[index]]);
  }
  places.push(['Health, metrics', Object.values(OBSERVED_PATHS).join(' ')]);
  const running = () => mounts.reduce((sum, mount) => sum + (mount.running?.() ?? 0), 0);
  return { app, places, running, stop };
}

async function openServer(entry: ServerEntry, config: Config): Promise<Mount> {
  try {
    return await entry.open(config);
  } catch (cause) {
    // Only the server knows which of its handlers have a mode, and of which types there is something.
    const isAsked = typeof config.mode !== 'string' || config.types !== undefined;
    if (!isAsked || !(cause instanceof Error)) throw cause;
    throw new UsageError(cause.message, { cause });
  }
}

/** The stubs requested by name or file; for `all`, every contract without an implementation. */
async function openStubs(
  { command, stub, taskMs, prefix }: Config,
  served: readonly string[],
): Promise<Mount[]> {
  const tasks = createStubTasks({ clock: systemClock, ids: randomIds, taskMs });
  const open = (source: StubSource) =>
    createStub(source, { tasks, ...(prefix === undefined ? {} : { prefix }) });
  if (stub !== undefined) return [open(await openNamed(stub))];
  if (command !== ALL) return [];
  const missing = contractNames.filter((name) => !served.includes(name));
  return (await Promise.all(missing.map(openContract))).map(open);
}

async function openNamed(name: string): Promise<StubSource> {
  if (contractNames.includes(name)) return openContract(name);
  if (!existsSync(name)) {
    throw new UsageError(
      `there is no file ${name}, and no such contract; there are ${contractNames.join(', ')}`,
    );
  }
  const { readOpenapi } = await import('./stub/read-openapi.ts');
  try {
    return readOpenapi(name);
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function breakOnPurpose(app: FastifyInstance, mounts: readonly Mount[], { faults }: Config): void {
  try {
    injectFaults(app, mounts, faults);
  } catch (cause) {
    throw new UsageError(`what is to go wrong: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** Where the site shows the reference of an area. */
function referencePath(area: string): string {
  return area === 'platform' ? '/api/' : `/${area}/`;
}

/** The table that is printed once the server listens. */
export function describePlaces(places: Prepared['places'], origin: string): string {
  const width = Math.max(...places.map(([name]) => name.length));
  return places
    .map(([name, path]) => `  ${name.padEnd(width)}  ${path.replaceAll(/(^| )\//g, `$1${origin}/`)}`)
    .join('\n');
}
