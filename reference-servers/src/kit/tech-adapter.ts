import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { techAdapterSchemas } from '@tessera/contracts/schemas/tech-adapter';
import type { Operations } from '@tessera/contracts/types/tech-adapter';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import type { HandlersOf } from './handlers.ts';
import { type MountOptions, mountHandlers } from './mount-handlers.ts';
import type { ProblemOf } from './problem-of.ts';
import { type KitOptions, serveMount } from './serve-mount.ts';
import { validateAsTask } from './validate-as-task.ts';

/** Handlers with names that differ from their operations. */
const NAMES = {
  /** `POST /v1/updateacl`: sets who has access. */
  updateAcl: 'updateacl',
  /** `POST /v1/reverse-provisioning`: reads the technology back into the descriptor. */
  reverseProvision: 'runReverseProvisioning',
  /**
   * `DELETE /v1/provision/{token}`: receives a request to stop a running task. `true` aborts the signal of the task,
   * and nothing else; without a handler, the response is 501.
   */
  terminate: 'terminateProvisioning',
} as const satisfies Readonly<Record<string, keyof Operations>>;

/** What a tech adapter implements. Without `asyncValidate`, validation as a task does what `validate` does. */
export type TechAdapterHandlers = HandlersOf<(typeof techAdapter)['operations'], Operations, typeof NAMES>;

/** A {@link Problem} that offers the codes of this contract only. */
export const TechAdapterProblem: ProblemOf<Operations> = Problem;

/**
 * A tech adapter as a separate server.
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
