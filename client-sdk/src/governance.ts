import { type GovernanceKinds, governance } from '@tessera/contracts/calls/governance';
import type { Operations } from '@tessera/contracts/types/governance';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of the governance platform; its functions are the operations of the Governance API. */
export type Governance = ApiClient<Operations, GovernanceKinds>;

/** Creates the client of the governance platform. Throws `TypeError` for an invalid `baseUrl`. */
export function createGovernance(options: ClientOptions): Governance {
  return createClient<Operations, GovernanceKinds>(governance, options);
}
