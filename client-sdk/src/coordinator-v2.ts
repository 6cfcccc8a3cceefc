import { type CoordinatorV2Kinds, coordinatorV2 } from '@tessera/contracts/calls/coordinator-v2';
import type { Operations } from '@tessera/contracts/types/coordinator-v2';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of the provisioning coordinator, API version 2; its functions are the operations of the Coordinator v2 API. */
export type CoordinatorV2 = ApiClient<Operations, CoordinatorV2Kinds>;

/** Creates the client of the provisioning coordinator, API version 2. Throws `TypeError` for an invalid `baseUrl`. */
export function createCoordinatorV2(options: ClientOptions): CoordinatorV2 {
  return createClient<Operations, CoordinatorV2Kinds>(coordinatorV2, options);
}
