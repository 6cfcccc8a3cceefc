import type { Database } from '../storage/database.ts';
import { type Engine, openEngine, type Workflow } from './engine.ts';
import { keepAlive } from './takeover.ts';

/** The dependencies of a runner. */
export interface RunnerOptions {
  readonly database: Database;
  /** Names this process among those that share the database. */
  readonly executorId: string;
  /** How long another process may go without a heartbeat before its work is taken over, in milliseconds. */
  readonly silentMs: number | undefined;
  readonly onError: (message: string) => void;
}

/** The engine of a platform with its heartbeat. It can be stopped and started again. */
export interface Runner {
  /** Throws while the runner is stopped. */
  readonly engine: Pick<Engine, 'start' | 'send' | 'cancel'>;
  start(workflows: Readonly<Record<string, Workflow>>): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a stopped runner. */
export function createRunner({ database, executorId, silentMs, onError }: RunnerOptions): Runner {
  const { db, pool, alone } = database;
  let engine: Engine | undefined;
  let stopKeeping = async (): Promise<void> => {};
  const running = (): Engine => {
    if (engine === undefined) throw new Error('the platform has not started yet');
    return engine;
  };
  return {
    engine: {
      start: (workflow, id) => running().start(workflow, id),
      send: (id, topic, message) => running().send(id, topic, message),
      cancel: (id) => running().cancel(id),
    },
    async start(workflows) {
      engine = await alone(() => openEngine({ pool, executorId, workflows, onError }));
      const options = { db, engine, onError, ...(silentMs === undefined ? {} : { silentMs }) };
      stopKeeping = await keepAlive(options);
    },
    async stop() {
      await stopKeeping();
      await engine?.close();
      stopKeeping = async () => {};
      engine = undefined;
    },
  };
}
