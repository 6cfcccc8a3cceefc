import { randomUUID } from 'node:crypto';
import { builder } from '@tessera/contracts/operations/builder';
import type { SystemLogLevel } from '@tessera/contracts/types/coordinator-v1';
import { type Clock, type Ids, type Mount, randomIds, systemClock } from '@tessera/reference-servers/harness';
import { createAssistant } from './assistant/create-assistant.ts';
import { findKeyProblem, openVault, SECRET_KEY_VARIABLE, temporaryKey } from './assistant/models/vault.ts';
import { createBuilder } from './builder/create-builder.ts';
import type { Context } from './context.ts';
import { createCoordinator } from './coordinator/create-coordinator.ts';
import { forgetPlans } from './coordinator/plans/plan-store.ts';
import { createDocsAgent } from './docs-agent/create-docs-agent.ts';
import { createRunner } from './engine/runner.ts';
import { type Changes, createChanges, EVERY_PLAN } from './events/changes.ts';
import { createGovernance } from './governance/create-governance.ts';
import type { Engines } from './governance/engines/engine.ts';
import { openOutbound } from './outbound/outbound.ts';
import { refuseUnstorable } from './refuse-unstorable.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { type Copy, copyTables, emptyTables, restoreTables } from './storage/copies.ts';
import { type Database, type DatabaseOptions, openDatabase } from './storage/database.ts';
import { readSnapshot } from './storage/snapshot.ts';

/** Options of a platform; everything has a default that works on one machine. */
export interface PlatformOptions {
  readonly database?: DatabaseOptions;
  readonly settings?: Partial<Settings>;
  /** Address of this platform for others, without a trailing slash; called on demand. */
  readonly origin?: () => string;
  /**
   * Encrypts the keys of models: 64 hexadecimal digits. An in-memory platform creates one; any other needs it to store
   * keys.
   */
  readonly secretKey?: string;
  /** Reloads the settings on request; they stay unchanged when absent. */
  readonly loadSettings?: () => Promise<Partial<Settings>>;
  readonly setLogLevel?: (level: SystemLogLevel) => void;
  /** Level of the log at the start. */
  readonly logLevel?: SystemLogLevel;
  /**
   * How long another process on the same database may go without a heartbeat before its work is taken over, in
   * milliseconds.
   */
  readonly silentMs?: number;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Receives errors that no caller can see. */
  readonly onError?: (message: string) => void;
}

/** A running platform. */
export interface Platform {
  /** The APIs of the platform, for `createServer`. */
  readonly mounts: readonly Mount[];
  readonly context: Context;
  /** Evaluate policies and metrics. */
  readonly engines: Engines;
  readonly changes: Changes;
  /** Empties the platform, for the next test. Running plans end without a result. */
  reset(): Promise<void>;
  /**
   * Stores the current state in the database. Wait for running plans first: `restore` would continue them from here.
   */
  snapshot(): Promise<Copy>;
  /** Restores a stored state. */
  restore(copy: Copy): Promise<void>;
  /** A dump of an embedded database. */
  readonly dump: Database['dump'];
  /** Whether it can serve requests: its database answers. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/** The default address of the platform. */
const LOCAL_ORIGIN = 'http://127.0.0.1:4400';

/** The only process of an embedded database. */
const EMBEDDED = 'embedded';

/**
 * Opens the database, starts the engine, and continues plans that were interrupted.
 * @throws Error when the database cannot be opened, or a platform is running in this process already
 */
export async function createPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const {
    silentMs,
    origin = () => LOCAL_ORIGIN,
    clock = systemClock,
    ids = randomIds,
    onError = () => {},
    secretKey,
  } = options;
  const keyProblem = secretKey === undefined ? undefined : findKeyProblem(secretKey);
  if (keyProblem !== undefined) throw new Error(`${SECRET_KEY_VARIABLE} ${keyProblem}`);
  let settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const url = options.database?.url;
  const isInMemory = url === undefined && options.database?.dataDir === undefined;
  const database = await openStorage(options.database);
  const outbound = openOutbound({
    allowedHosts: () => settings.allowedHosts,
    callsPerServer: settings.callsPerServer,
    now: () => clock.now(),
  });
  const changes = await createChanges(database.channel);
  const executorId = url === undefined ? EMBEDDED : randomUUID();
  const runner = createRunner({ database, executorId, silentMs, onError });
  const context: Context = {
    db: database.db,
    engine: runner.engine,
    outbound,
    vault: openVault(secretKey ?? (isInMemory ? temporaryKey() : undefined)),
    changes,
    get settings() {
      return settings;
    },
    reload: async () => {
      settings = { ...settings, ...(await options.loadSettings?.()) };
    },
    hookUrl: (hookId) => {
      const { prefix, operations } = builder;
      return origin() + prefix + operations.updateHook.path.replace('{id}', hookId);
    },
    logLevel: options.logLevel ?? 'WARN',
    setLogLevel: options.setLogLevel ?? (() => {}),
    clock,
    ids,
  };
  const governance = createGovernance(context);
  const coordinator = createCoordinator(context, governance.engines);
  const docsAgent = createDocsAgent(context);
  const workflows = { ...coordinator.workflows, ...governance.workflows, ...docsAgent.workflows };
  const start = async (): Promise<void> => {
    await runner.start(workflows);
    governance.start(onError);
  };
  const stop = async (): Promise<void> => {
    await governance.stop();
    await runner.stop();
  };
  const close = async (): Promise<void> => {
    await stop();
    await governance.close();
    await outbound.close();
    await database.close();
  };
  /** Changes the tables while no workflow runs. */
  const whileStopped = async (work: () => Promise<void>): Promise<void> => {
    await stop();
    await work();
    forgetPlans(database.db);
    await start();
    changes.publish(EVERY_PLAN);
  };
  try {
    await start();
  } catch (cause) {
    await close();
    throw cause;
  }
  const storing = [...coordinator.mounts, createBuilder(context), governance.mount, createAssistant(context)];
  // The documentation agent stores no text of its callers.
  const mounts = [...storing.map(refuseUnstorable), docsAgent.mount];
  return {
    mounts,
    context,
    engines: governance.engines,
    changes,
    reset: () => whileStopped(() => emptyTables(database.db)),
    snapshot: () => copyTables(database.db, randomUUID().slice(0, 8)),
    restore: (copy) => whileStopped(() => restoreTables(database.db, copy)),
    dump: database.dump,
    isReady: database.answers,
    close,
  };
}

/** Opens the database; an embedded one starts from the build's snapshot, which saves running the migrations. */
async function openStorage(options: DatabaseOptions = {}): Promise<Database> {
  const isEmbedded = options.url === undefined;
  const snapshot = isEmbedded && options.withoutSnapshot !== true ? await readSnapshot() : undefined;
  return openDatabase({ ...(snapshot === undefined ? {} : { snapshot }), ...options });
}
