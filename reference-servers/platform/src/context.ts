import type { SystemLogLevel } from '@tessera/contracts/types/coordinator-v1';
import type { Clock, Ids } from '@tessera/reference-servers/harness';
import type { Kysely } from 'kysely';
import type { Vault } from './assistant/models/vault.ts';
import type { Engine } from './engine/engine.ts';
import type { Changes } from './events/changes.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Settings } from './settings.ts';
import type { Tables } from './storage/tables.ts';

/** The dependencies of every part of the platform. */
export interface Context {
  readonly db: Kysely<Tables>;
  /** Never used inside a transaction: an embedded database has one connection. */
  readonly engine: Pick<Engine, 'start' | 'send' | 'cancel'>;
  readonly outbound: Outbound;
  /** Encrypts the keys of models. */
  readonly vault: Vault;
  readonly changes: Changes;
  /** The current settings; a reload replaces them. */
  readonly settings: Settings;
  /** Reloads the settings. Rejects, and changes nothing, when they cannot be read. */
  readonly reload: () => Promise<void>;
  /** Address to which a decision about a hook is sent. */
  readonly hookUrl: (hookId: string) => string;
  /** Level of the log at the start. */
  readonly logLevel: SystemLogLevel;
  readonly setLogLevel: (level: SystemLogLevel) => void;
  readonly clock: Clock;
  readonly ids: Ids;
}
