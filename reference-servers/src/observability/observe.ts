import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { baseOf, type Mount } from '../harness/mount.ts';
import { Refusal } from '../harness/problem.ts';
import { whenEnded } from '../harness/response-end.ts';
import type {} from '../harness/routes.ts';
import { createMetrics } from './metrics.ts';
import { reportRequests } from './report-requests.ts';
import type { Telemetry } from './telemetry.ts';

/** Paths of health, readiness and metrics; at the root, beside the prefixes of the contracts. */
export const OBSERVED_PATHS = { health: '/health', ready: '/ready', metrics: '/metrics' } as const;

/** What is observed, and how. */
export interface ObserveOptions {
  readonly mounts: readonly Mount[];
  /** True while the server's dependencies are available; absent when it has none. */
  readonly isReady?: () => boolean | Promise<boolean>;
  /** Metrics of the process as well; for the only server of a program. */
  readonly processMetrics?: boolean;
  /** Traces and metrics elsewhere; none when absent. */
  readonly telemetry?: Telemetry;
}

/** An observed server. */
export interface Observation {
  /**
   * Stops the server gracefully: it reports not ready, starts no new tasks, lets its mounts finish running ones,
   * answers open requests, then closes.
   */
  stop(): Promise<void>;
}

/** How long open requests may continue after everything else has ended, in milliseconds. */
const REQUEST_GRACE = 3_000;

/**
 * Adds health, readiness, metrics and a log entry per request to a server that does not listen yet. Every response
 * carries the id of its request.
 * @throws Error when a contract has an operation at one of these paths
 */
export function observe(app: FastifyInstance, options: ObserveOptions): Observation {
  const { mounts, isReady, processMetrics = false, telemetry } = options;
  refuseCollisions(mounts);
  const metrics = createMetrics({
    running: () => mounts.reduce((sum, { running }) => sum + (running?.() ?? 0), 0),
    process: processMetrics,
  });
  for (const { contract, watchTasks } of mounts) {
    const { id } = contract.table;
    watchTasks?.((end) => {
      metrics.recordTask(id, end);
      telemetry?.recordTask(id, end);
    });
  }
  const ignored = Object.values(OBSERVED_PATHS);
  const report = telemetry === undefined ? undefined : reportRequests(app, mounts, telemetry, ignored);
  let stopping = false;
  let closing = false;

  app.addHook('onRequest', (request, reply, next) => {
    const start = performance.now();
    metrics.recordStart();
    reply.header('x-request-id', request.id);
    const observed = report?.(request);
    whenEnded(request, reply, () => {
      recordEnd(request, reply, performance.now() - start);
      observed?.end(reply.raw.writableEnded ? reply.raw.statusCode : undefined);
    });
    if (stopping && request.routeOptions.config.operation?.entry.longRunning !== undefined) {
      next(new Refusal('SERVER_STOPPING', {}, { headers: { 'retry-after': '1' } }));
    } else next();
  });

  function recordEnd(request: FastifyRequest, { raw }: FastifyReply, ms: number): void {
    const operation = request.operation?.entry.id;
    const rounded = Math.round(ms * 10) / 10;
    if (raw.writableEnded) {
      metrics.recordAnswer(request, raw.statusCode, ms);
      const { method } = request;
      request.log.info({ operation, method, status: raw.statusCode, ms: rounded }, 'answered');
    } else {
      metrics.recordLoss();
      request.log.info({ operation, method: request.method, ms: rounded }, 'the client went away');
    }
    // An open connection without further requests would keep the server from ending.
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  }

  app.get(OBSERVED_PATHS.health, async () => ({ status: 'ok' }));
  app.get(OBSERVED_PATHS.ready, async (_request, reply) => {
    const ready = !stopping && (await isReady?.()) !== false;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.get(OBSERVED_PATHS.metrics, async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.print()),
  );

  // After the hooks in which the mounts let their tasks end: only requests can still be open.
  app.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), REQUEST_GRACE).unref();
  });

  async function stop(): Promise<void> {
    stopping = true;
    await app.close();
  }
  return { stop };
}

/** The router would only find routes that are textually identical. */
function refuseCollisions(mounts: readonly Mount[]): void {
  const pages: readonly string[] = Object.values(OBSERVED_PATHS);
  for (const mount of mounts) {
    const { contract } = mount;
    const base = baseOf(mount);
    for (const { id, path } of Object.values(contract.table.operations)) {
      if (pages.includes(base + path)) {
        throw new Error(`${contract.table.id} has ${id} at ${base}${path}: serve it under another prefix`);
      }
    }
  }
}
