import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { techAdapterSchemas } from '@tessera/contracts/schemas/tech-adapter';
import type { Operations } from '@tessera/contracts/types/tech-adapter';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../harness/mount.ts';
import type { HandlersOf } from './handlers.ts';
import { type MountOptions, mountHandlers } from './mount-handlers.ts';
import { type KitOptions, serveMount } from './serve-mount.ts';
import { validateAsTask } from './validate-as-task.ts';

/** Operations whose handlers are called by what an adapter does. */
const NAMES = {
  updateacl: 'updateAcl',
  runReverseProvisioning: 'reverseProvision',
  terminateProvisioning: 'terminate',
} as const satisfies Partial<Record<keyof Operations, string>>;

/** What a tech adapter implements. Without `asyncValidate`, validation as a task does what `validate` does. */
export type TechAdapterHandlers = HandlersOf<(typeof techAdapter)['operations'], Operations, typeof NAMES>;

/**
 * A tech adapter as a server of its own.
 * @throws Error that names every handler that is missing or unknown
 */
export function createTechAdapter(handlers: TechAdapterHandlers, options: KitOptions = {}): FastifyInstance {
  return serveMount(mountTechAdapter(handlers, options), options);
}

/** A tech adapter as a part of a server. */
export function mountTechAdapter(handlers: TechAdapterHandlers, options?: MountOptions): Mount {
  const fallbacks = { asyncValidate: validateAsTask(handlers) };
  const api = { table: techAdapter, schemas: techAdapterSchemas, names: NAMES, fallbacks };
  return mountHandlers(api, handlers, options);
}
