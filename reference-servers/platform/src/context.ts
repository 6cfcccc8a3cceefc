import type { SystemLogLevel } from '@tessera/contracts/types/coordinator-v1';
import type { Clock, Ids } from '@tessera/reference-servers/harness';
import type { Kysely } from 'kysely';
import type { Vault } from './assistant/models/vault.ts';
import type { Engine } from './engine/engine.ts';
import type { Changes } from './events/changes.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Settings } from './settings.ts';
import type { Tables } from './storage/tables.ts';

/** What every part of the platform works with. */
export interface Context {
  readonly db: Kysely<Tables>;
  /** Never used inside a transaction: an embedded database has one connection. */
  readonly engine: Pick<Engine, 'start' | 'send' | 'cancel'>;
  readonly outbound: Outbound;
  /** Encrypts the keys of models. */
  readonly vault: Vault;
  readonly changes: Changes;
  /** What is in force now; a reload replaces it. */
  readonly settings: Settings;
  /** Reads the settings anew. Rejects, and changes nothing, when they cannot be read. */
  readonly reload: () => Promise<void>;
  /** Address at which a decision about a hook is reported to this platform. */
  readonly hookUrl: (hookId: string) => string;
  readonly setLogLevel: (level: SystemLogLevel) => void;
  readonly clock: Clock;
  readonly ids: Ids;
}
