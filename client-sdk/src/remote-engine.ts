import { type RemoteEngineKinds, remoteEngine } from '@tessera/contracts/calls/remote-engine';
import type { Operations } from '@tessera/contracts/types/remote-engine';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of a remote computational engine; its functions are the operations of the Remote Engine API. */
export type RemoteEngine = ApiClient<Operations, RemoteEngineKinds>;

/** Creates the client of a remote computational engine. Throws `TypeError` for an invalid `baseUrl`. */
export function createRemoteEngine(options: ClientOptions): RemoteEngine {
  return createClient<Operations, RemoteEngineKinds>(remoteEngine, options);
}
