import { type RemoteRequestHookKinds, remoteRequestHook } from '@tessera/contracts/calls/remote-request-hook';
import type { Operations } from '@tessera/contracts/types/remote-request-hook';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of a service that decides on requests; its functions are the operations of the Remote Request Hook API. */
export type RemoteRequestHook = ApiClient<Operations, RemoteRequestHookKinds>;

/** Creates the client of a service that decides on requests. Throws `TypeError` for an invalid `baseUrl`. */
export function createRemoteRequestHook(options: ClientOptions): RemoteRequestHook {
  return createClient<Operations, RemoteRequestHookKinds>(remoteRequestHook, options);
}
