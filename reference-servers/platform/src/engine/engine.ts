import { setTimeout } from 'node:timers/promises';
import dbos from '@dbos-inc/dbos-sdk';
import type { Pool } from 'pg';
import { isOutage } from '../storage/outage.ts';

const { DBOS } = dbos;

/**
 * The API of a workflow. Everything else in it must be deterministic: after a crash the workflow runs again from its
 * beginning, and every finished step returns its recorded result.
 */
export interface Durable {
  /**
   * Runs `work` and records its result. At least once: after a crash, a step without a recorded result runs again. While the
   * database is gone, it is repeated.
   */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Sleeps, also across restarts; in milliseconds. */
  sleep(ms: number): Promise<void>;
  /** Starts another workflow, once for each id. */
  start(workflow: string, id: string): Promise<void>;
  /** Waits for one of these workflows to end, and returns its id. */
  first(ids: readonly string[]): Promise<string>;
  /** Waits for a message; returns null when none has arrived after `seconds`. */
  receive<T>(topic: string, seconds: number): Promise<T | null>;
}

/** A workflow is started with an id, and reads everything else from the tables. */
export type Workflow = (durable: Durable, id: string) => Promise<void>;

/** The dependencies of the engine. */
export interface EngineOptions {
  readonly pool: Pool;
  /** Names this process among those that share the database. */
  readonly executorId: string;
  readonly workflows: Readonly<Record<string, Workflow>>;
  /** How often a workflow that waits for others polls, in milliseconds. */
  readonly pollMs?: number;
  readonly onError?: (message: string) => void;
}

/** Durable execution: workflows that continue after a crash. */
export interface Engine {
  readonly executorId: string;
  /** Starts a workflow; a second start with the same id does nothing. */
  start(workflow: string, id: string): Promise<void>;
  /** Sends a message to the workflow with this id. */
  send(id: string, topic: string, message: unknown): Promise<void>;
  /** Stops a workflow and those that it started, at their next step. */
  cancel(id: string): Promise<void>;
  /** Ids of unfinished workflows that belong to a process. */
  unfinishedOf(executorId: string): Promise<string[]>;
  /** Continues workflows here, no matter which process ran them before. */
  resume(ids: readonly string[]): Promise<void>;
  /** Stops running workflows here; they continue with the next start. */
  close(): Promise<void>;
}

/**
 * Version of the workflow code, recorded with each workflow. Raise it when new code could not continue a running
 * workflow.
 */
const WORKFLOW_VERSION = '2';

/** How often a workflow that waits for others polls, in milliseconds: a few percent of the cost of a child workflow. */
const POLL_MS = 25;

/** How much longer than asked for a workflow sleeps at most, in milliseconds. */
const LATE_MS = 1_000;

/** Ends a sleep in time: the engine sleeps until a time of the system clock, which may be set back meanwhile. */
async function endBy(sleep: Promise<void>, ms: number): Promise<void> {
  const done = new AbortController();
  try {
    await Promise.race([sleep, setTimeout(ms, undefined, { signal: done.signal })]);
  } finally {
    done.abort();
  }
}

/**
 * Starts the engine, creates its tables where they are missing, and continues what this process left unfinished.
 * @throws Error when an engine is running in this process already: there can be one
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { pool, executorId, workflows, pollMs = POLL_MS, onError = () => {} } = options;
  if (DBOS.isInitialized()) throw new Error('a platform is running in this process already; close it first');
  const closed = new AbortController();
  const registered = new Map<string, (id: string) => Promise<void>>();
  const start = async (name: string, id: string): Promise<void> => {
    const workflow = registered.get(name);
    if (workflow === undefined) throw new Error(`there is no workflow ${name}`);
    await DBOS.startWorkflow(workflow, { workflowID: id })(id);
  };
  const durable: Durable = {
    step: (name, work) => DBOS.runStep(() => outlast(work, closed.signal), { name }),
    sleep: (ms) => endBy(DBOS.sleep(ms), ms + LATE_MS),
    start,
    first: async (ids) => {
      const handles = ids.map((id) => DBOS.retrieveWorkflow(id));
      return (await DBOS.waitFirst(handles, { pollingIntervalMs: pollMs })).workflowID;
    },
    receive: (topic, timeoutSeconds) =>
      DBOS.recv(topic, { timeoutSeconds, pollingIntervalMs: Math.max(pollMs, 100) }),
  };
  for (const [name, workflow] of Object.entries(workflows)) {
    registered.set(
      name,
      DBOS.registerWorkflow((id: string) => workflow(durable, id), { name }),
    );
  }
  DBOS.setConfig({
    name: 'tessera-platform',
    systemDatabasePool: pool,
    executorID: executorId,
    applicationVersion: WORKFLOW_VERSION,
    // An embedded database has one connection, which cannot listen and work at the same time.
    useListenNotify: false,
    logger: loggerOf(onError),
  });
  await DBOS.launch();
  return {
    executorId,
    start,
    send: (id, topic, message) => DBOS.send(id, message, topic),
    cancel: (id) => DBOS.cancelWorkflow(id, { cancelChildren: true }),
    unfinishedOf: async (executor) => {
      const found = await DBOS.listWorkflows({ executorId: executor, status: 'PENDING' });
      return found.map(({ workflowID }) => workflowID);
    },
    resume: async (ids) => {
      if (ids.length > 0) await DBOS.resumeWorkflows([...ids]);
    },
    close: () => {
      closed.abort();
      return DBOS.shutdown({ deregister: true });
    },
  };
}

/** Pause before work is repeated that failed because the database was gone, in milliseconds. */
const OUTAGE_MS = 500;

/** Repeats work until the database is back. After the engine has closed, the next start repeats it. */
async function outlast<T>(work: () => Promise<T>, closed: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (!isOutage(cause)) throw cause;
      if (closed.aborted) return new Promise<never>(() => {});
      await setTimeout(OUTAGE_MS, undefined, { signal: closed }).catch(() => {});
    }
  }
}

/** Only errors are logged: the platform has a log of its plans. */
function loggerOf(onError: (message: string) => void) {
  const silent = (): void => {};
  const error = (entry: unknown): void => onError(entry instanceof Error ? entry.message : String(entry));
  return { info: silent, debug: silent, warn: silent, error };
}
