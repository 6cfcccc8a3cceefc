import { createPerimeterResolver, type KitOptions } from '@tessera/reference-servers/kit';
import { handlers } from './handlers.ts';

/** The whole server, ready to listen. */
export const createServer = (options: KitOptions = {}) => createPerimeterResolver(handlers, options);
