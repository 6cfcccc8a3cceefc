import { builder } from '@tessera/contracts/operations/builder';
import type { Operations } from '@tessera/contracts/types/builder';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of the builder; its functions are the operations of the Builder API. */
export type Builder = ApiClient<Operations, typeof builder>;

/** Makes the client of the builder. Throws `TypeError` for an unusable `baseUrl`. */
export function createBuilder(options: ClientOptions): Builder {
  return createClient<Operations, typeof builder>(builder, options);
}
