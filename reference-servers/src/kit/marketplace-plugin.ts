import { marketplacePlugin } from '@tessera/contracts/operations/marketplace-plugin';
import { marketplacePluginSchemas } from '@tessera/contracts/schemas/marketplace-plugin';
import type { Operations } from '@tessera/contracts/types/marketplace-plugin';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import type { HandlersOf } from './handlers.ts';
import { type MountOptions, mountHandlers } from './mount-handlers.ts';
import type { ProblemOf } from './problem-of.ts';
import { type KitOptions, serveMount } from './serve-mount.ts';

/** What a marketplace plugin implements. */
export type MarketplacePluginHandlers = HandlersOf<(typeof marketplacePlugin)['operations'], Operations>;

/** A {@link Problem} that offers the codes of this contract only. */
export const MarketplacePluginProblem: ProblemOf<Operations> = Problem;

/**
 * A marketplace plugin as a separate server.
 * @throws Error that names every handler that is missing or unknown
 */
export function createMarketplacePlugin(
  handlers: MarketplacePluginHandlers,
  options: KitOptions = {},
): FastifyInstance {
  return serveMount(mountMarketplacePlugin(handlers, options), options);
}

/** A marketplace plugin as a part of a server. */
export function mountMarketplacePlugin(handlers: MarketplacePluginHandlers, options?: MountOptions): Mount {
  return mountHandlers({ table: marketplacePlugin, schemas: marketplacePluginSchemas }, handlers, options);
}
