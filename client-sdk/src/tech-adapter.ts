import { type TechAdapterKinds, techAdapter } from '@tessera/contracts/calls/tech-adapter';
import type { Operations } from '@tessera/contracts/types/tech-adapter';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of one tech adapter; its functions are the operations of the Tech Adapter API. */
export type TechAdapter = ApiClient<Operations, TechAdapterKinds>;

/** Creates the client of a tech adapter. Throws `TypeError` for an invalid `baseUrl`. */
export function createTechAdapter(options: ClientOptions): TechAdapter {
  return createClient<Operations, TechAdapterKinds>(techAdapter, options);
}
