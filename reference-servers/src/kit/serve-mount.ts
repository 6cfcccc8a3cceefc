import type { FastifyInstance } from 'fastify';
import type { FaultOptions } from '../faults/fault-options.ts';
import { injectFaults } from '../faults/inject-faults.ts';
import { createServer, type ServerOptions } from '../harness/create-server.ts';
import { listenAt, STOP_SIGNALS } from '../harness/listen.ts';
import type { Mount } from '../harness/mount.ts';
import { shown } from '../harness/shown.ts';
import { createLogger, LOG_LEVELS, type LogLevel } from '../observability/logger.ts';
import { type Observation, type ObserveOptions, observe } from '../observability/observe.ts';
import { standardError } from '../observability/standard-error.ts';
import type { MountOptions } from './mount-handlers.ts';

/** Options of a server of one contract. */
export interface KitOptions
  extends MountOptions,
    Omit<ServerOptions, 'mounts' | 'notFound'>,
    Pick<ObserveOptions, 'isReady'> {
  /** What is logged to standard error, as JSON without secrets; nothing when absent. `logger` wins over it. */
  readonly logLevel?: LogLevel;
  /** Faults to inject, to test callers; none when absent. */
  readonly faults?: FaultOptions;
}

/** The observer of each server that was created here. */
const observations = new WeakMap<FastifyInstance, Observation>();

/**
 * Puts a contract into a separate server, with health, readiness and metrics.
 * @throws Error that names every operation with a fault that is not in the contract, or an option without effect
 */
export function serveMount(mount: Mount, options: KitOptions): FastifyInstance {
  const { logLevel, isReady, faults, ...rest } = options;
  if (logLevel !== undefined && !LOG_LEVELS.includes(logLevel)) {
    throw new Error(`logLevel is one of ${LOG_LEVELS.join(', ')}, not ${shown(logLevel)}`);
  }
  const logger = options.logger ?? (logLevel === undefined ? false : createLogger(logLevel, standardError()));
  const app = createServer({ ...rest, mounts: [mount], logger });
  const watched = {
    mounts: [mount],
    processMetrics: true,
    ...(isReady === undefined ? {} : { isReady }),
    ...(options.telemetry === undefined ? {} : { telemetry: options.telemetry }),
  };
  observations.set(app, observe(app, watched));
  if (faults !== undefined) injectFaults(app, [mount], faults, options.clock);
  return app;
}

/**
 * Listens until the process is asked to stop (SIGINT, SIGTERM, SIGHUP), then shuts down gracefully: reports not ready,
 * starts no new tasks and lets running ones finish. Resolves with the origin once it listens.
 * @throws Error that says in a sentence why it cannot listen
 */
export async function listen(
  app: FastifyInstance,
  { port = 8080, host = '127.0.0.1' }: { readonly port?: number; readonly host?: string } = {},
): Promise<string> {
  const stop = (): void => {
    const peaceful = observations.get(app)?.stop() ?? app.close();
    peaceful.catch((err: unknown) => app.log.error({ err }, 'the server did not close'));
  };
  const forget = (): void => {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  };
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  app.addHook('onClose', async () => forget());
  try {
    return await listenAt(app, { port, host });
  } catch (cause) {
    forget();
    throw cause;
  }
}
