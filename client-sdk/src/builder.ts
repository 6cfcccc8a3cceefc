import { type BuilderKinds, builder } from '@tessera/contracts/calls/builder';
import type { Operations } from '@tessera/contracts/types/builder';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of the builder; its functions are the operations of the Builder API. */
export type Builder = ApiClient<Operations, BuilderKinds>;

/** Creates the client of the builder. Throws `TypeError` for an invalid `baseUrl`. */
export function createBuilder(options: ClientOptions): Builder {
  return createClient<Operations, BuilderKinds>(builder, options);
}
