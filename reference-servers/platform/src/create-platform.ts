import { randomUUID } from 'node:crypto';
import { builder } from '@tessera/contracts/operations/builder';
import type { SystemLogLevel } from '@tessera/contracts/types/coordinator-v1';
import { type Clock, type Ids, type Mount, randomIds, systemClock } from '@tessera/reference-servers/harness';
import { createAssistant } from './assistant/create-assistant.ts';
import { findKeyProblem, openVault, SECRET_KEY_VARIABLE, temporaryKey } from './assistant/models/vault.ts';
import { createBuilder } from './builder/create-builder.ts';
import type { Context } from './context.ts';
import { createCoordinator } from './coordinator/create-coordinator.ts';
import { createDocsAgent } from './docs-agent/create-docs-agent.ts';
import { type Engine, openEngine } from './engine/engine.ts';
import { keepAlive } from './engine/takeover.ts';
import { type Changes, createChanges } from './events/changes.ts';
import { createGovernance } from './governance/create-governance.ts';
import { openOutbound } from './outbound/outbound.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { type Database, type DatabaseOptions, openDatabase } from './storage/database.ts';
import { readSnapshot } from './storage/snapshot.ts';

/** How a platform is put together; everything has a default that works on one machine. */
export interface PlatformOptions {
  readonly database?: DatabaseOptions;
  readonly settings?: Partial<Settings>;
  /** Address of this platform for others, without a slash at the end; asked when it is needed. */
  readonly origin?: () => string;
  /** Encrypts the keys of models: 64 hexadecimal digits. A platform in memory makes one; another one needs it to store keys. */
  readonly secretKey?: string;
  /** Reads the settings anew when a caller asks for it; they stay as they are when absent. */
  readonly loadSettings?: () => Promise<Partial<Settings>>;
  readonly setLogLevel?: (level: SystemLogLevel) => void;
  /** How long another process on the same database may be silent before its work is taken over, in milliseconds. */
  readonly silentMs?: number;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Hears about problems that no caller can be told about. */
  readonly onError?: (message: string) => void;
}

/** A platform that runs. */
export interface Platform {
  /** The APIs of the platform, for `createServer`. */
  readonly mounts: readonly Mount[];
  readonly context: Context;
  readonly changes: Changes;
  /** A dump of an embedded database. */
  readonly dump: Database['dump'];
  close(): Promise<void>;
}

/** Where the platform listens unless it is said. */
const LOCAL_ORIGIN = 'http://127.0.0.1:4400';

/** The process of an embedded database: there is no other. */
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
  const isEmbedded = url === undefined;
  const isInMemory = isEmbedded && options.database?.dataDir === undefined;
  const snapshot =
    isEmbedded && options.database?.withoutSnapshot !== true ? await readSnapshot() : undefined;
  const database = await openDatabase({
    ...(snapshot === undefined ? {} : { snapshot }),
    ...options.database,
  });
  const outbound = openOutbound({ ...settings, now: () => clock.now() });
  const changes = createChanges();
  let engine: Engine | undefined;
  const running = (): Engine => {
    if (engine === undefined) throw new Error('the platform has not started yet');
    return engine;
  };
  const context: Context = {
    db: database.db,
    engine: {
      start: (workflow, id) => running().start(workflow, id),
      send: (id, topic, message) => running().send(id, topic, message),
      cancel: (id) => running().cancel(id),
    },
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
    setLogLevel: options.setLogLevel ?? (() => {}),
    clock,
    ids,
  };
  const governance = createGovernance(context);
  const coordinator = createCoordinator(context, governance.engines);
  const docsAgent = createDocsAgent(context);
  const workflows = { ...coordinator.workflows, ...governance.workflows, ...docsAgent.workflows };
  const executorId = url === undefined ? EMBEDDED : randomUUID();
  let stopKeeping = async (): Promise<void> => {};
  const close = async (): Promise<void> => {
    await stopKeeping();
    await governance.stop();
    await engine?.close();
    await governance.close();
    await outbound.close();
    await database.close();
  };
  try {
    engine = await database.alone(() => openEngine({ pool: database.pool, executorId, workflows, onError }));
    stopKeeping = await keepAlive({
      db: database.db,
      engine,
      onError,
      ...(silentMs === undefined ? {} : { silentMs }),
    });
    governance.start(onError);
  } catch (cause) {
    await close();
    throw cause;
  }
  const mounts = [
    ...coordinator.mounts,
    createBuilder(context),
    governance.mount,
    createAssistant(context),
    docsAgent.mount,
  ];
  return { mounts, context, changes, dump: database.dump, close };
}
