import { remoteRequestHook } from '@tessera/contracts/operations/remote-request-hook';
import { remoteRequestHookSchemas } from '@tessera/contracts/schemas/remote-request-hook';
import type { Operations } from '@tessera/contracts/types/remote-request-hook';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import type { HandlersOf } from './handlers.ts';
import { type MountOptions, mountHandlers } from './mount-handlers.ts';
import type { ProblemOf } from './problem-of.ts';
import { type KitOptions, serveMount } from './serve-mount.ts';

/** What a service for approvals implements. */
export type RemoteRequestHookHandlers = HandlersOf<(typeof remoteRequestHook)['operations'], Operations>;

/** A {@link Problem} that offers the codes of this contract only. */
export const RemoteRequestHookProblem: ProblemOf<Operations> = Problem;

/**
 * A service for approvals as a separate server.
 * @throws Error that names every handler that is missing or unknown
 */
export function createRemoteRequestHook(
  handlers: RemoteRequestHookHandlers,
  options: KitOptions = {},
): FastifyInstance {
  return serveMount(mountRemoteRequestHook(handlers, options), options);
}

/** A service for approvals as a part of a server. */
export function mountRemoteRequestHook(handlers: RemoteRequestHookHandlers, options?: MountOptions): Mount {
  return mountHandlers({ table: remoteRequestHook, schemas: remoteRequestHookSchemas }, handlers, options);
}
