import { remoteEngine } from '@tessera/contracts/operations/remote-engine';
import type { Operations } from '@tessera/contracts/types/remote-engine';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of a remote computational engine; its functions are the operations of the Remote Engine API. */
export type RemoteEngine = ApiClient<Operations, typeof remoteEngine>;

/** Makes the client of a remote computational engine. Throws `TypeError` for an unusable `baseUrl`. */
export function createRemoteEngine(options: ClientOptions): RemoteEngine {
  return createClient<Operations, typeof remoteEngine>(remoteEngine, options);
}
