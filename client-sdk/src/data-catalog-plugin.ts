import { type DataCatalogPluginKinds, dataCatalogPlugin } from '@tessera/contracts/calls/data-catalog-plugin';
import type { Operations } from '@tessera/contracts/types/data-catalog-plugin';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of a data catalog plugin; its functions are the operations of the Data Catalog Plugin API. */
export type DataCatalogPlugin = ApiClient<Operations, DataCatalogPluginKinds>;

/** Creates the client of a data catalog plugin. Throws `TypeError` for an invalid `baseUrl`. */
export function createDataCatalogPlugin(options: ClientOptions): DataCatalogPlugin {
  return createClient<Operations, DataCatalogPluginKinds>(dataCatalogPlugin, options);
}
