import { createMarketplacePlugin, type KitOptions } from '@tessera/reference-servers/kit';
import { handlers } from './handlers.ts';

/** The complete server, ready to listen. */
export const createServer = (options: KitOptions = {}) => createMarketplacePlugin(handlers, options);
