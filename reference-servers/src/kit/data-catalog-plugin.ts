import { dataCatalogPlugin } from '@tessera/contracts/operations/data-catalog-plugin';
import { dataCatalogPluginSchemas } from '@tessera/contracts/schemas/data-catalog-plugin';
import type { Operations } from '@tessera/contracts/types/data-catalog-plugin';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import type { HandlersOf } from './handlers.ts';
import { type MountOptions, mountHandlers } from './mount-handlers.ts';
import type { ProblemOf } from './problem-of.ts';
import { type KitOptions, serveMount } from './serve-mount.ts';
import { validateAsTask } from './validate-as-task.ts';

/** What a data catalog plugin implements. Without `asyncValidate`, validation as a task does what `validate` does. */
export type DataCatalogPluginHandlers = HandlersOf<(typeof dataCatalogPlugin)['operations'], Operations>;

/** A {@link Problem} that offers the codes of this contract only. */
export const DataCatalogPluginProblem: ProblemOf<Operations> = Problem;

/**
 * A data catalog plugin as a separate server.
 * @throws Error that names every handler that is missing or unknown
 */
export function createDataCatalogPlugin(
  handlers: DataCatalogPluginHandlers,
  options: KitOptions = {},
): FastifyInstance {
  return serveMount(mountDataCatalogPlugin(handlers, options), options);
}

/** A data catalog plugin as a part of a server. */
export function mountDataCatalogPlugin(handlers: DataCatalogPluginHandlers, options?: MountOptions): Mount {
  const fallbacks = { asyncValidate: validateAsTask(handlers) };
  const api = { table: dataCatalogPlugin, schemas: dataCatalogPluginSchemas, fallbacks };
  return mountHandlers(api, handlers, options);
}
