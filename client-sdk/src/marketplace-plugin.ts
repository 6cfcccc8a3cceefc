import { type MarketplacePluginKinds, marketplacePlugin } from '@tessera/contracts/calls/marketplace-plugin';
import type { Operations } from '@tessera/contracts/types/marketplace-plugin';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of a marketplace plugin; its functions are the operations of the Marketplace Plugin API. */
export type MarketplacePlugin = ApiClient<Operations, MarketplacePluginKinds>;

/** Creates the client of a marketplace plugin. Throws `TypeError` for an invalid `baseUrl`. */
export function createMarketplacePlugin(options: ClientOptions): MarketplacePlugin {
  return createClient<Operations, MarketplacePluginKinds>(marketplacePlugin, options);
}
