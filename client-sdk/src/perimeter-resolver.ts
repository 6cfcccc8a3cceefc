import { type PerimeterResolverKinds, perimeterResolver } from '@tessera/contracts/calls/perimeter-resolver';
import type { Operations } from '@tessera/contracts/types/perimeter-resolver';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of a perimeter resolver; its functions are the operations of the Perimeter Resolver API. */
export type PerimeterResolver = ApiClient<Operations, PerimeterResolverKinds>;

/** Creates the client of a perimeter resolver. Throws `TypeError` for an invalid `baseUrl`. */
export function createPerimeterResolver(options: ClientOptions): PerimeterResolver {
  return createClient<Operations, PerimeterResolverKinds>(perimeterResolver, options);
}
