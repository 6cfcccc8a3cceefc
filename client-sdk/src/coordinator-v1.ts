import { type CoordinatorV1Kinds, coordinatorV1 } from '@tessera/contracts/calls/coordinator-v1';
import type { Operations } from '@tessera/contracts/types/coordinator-v1';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of the provisioning coordinator, API version 1; its functions are the operations of the Coordinator v1 API. */
export type CoordinatorV1 = ApiClient<Operations, CoordinatorV1Kinds>;

/** Creates the client of the provisioning coordinator, API version 1. Throws `TypeError` for an invalid `baseUrl`. */
export function createCoordinatorV1(options: ClientOptions): CoordinatorV1 {
  return createClient<Operations, CoordinatorV1Kinds>(coordinatorV1, options);
}
