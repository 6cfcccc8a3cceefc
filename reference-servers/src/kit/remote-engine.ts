import { remoteEngine } from '@tessera/contracts/operations/remote-engine';
import { remoteEngineSchemas } from '@tessera/contracts/schemas/remote-engine';
import type { Operations } from '@tessera/contracts/types/remote-engine';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import type { HandlersOf } from './handlers.ts';
import { type MountOptions, mountHandlers } from './mount-handlers.ts';
import type { ProblemOf } from './problem-of.ts';
import { type KitOptions, serveMount } from './serve-mount.ts';

/** What a remote engine implements. */
export type RemoteEngineHandlers = HandlersOf<(typeof remoteEngine)['operations'], Operations>;

/** A {@link Problem} that offers the codes of this contract only. */
export const RemoteEngineProblem: ProblemOf<Operations> = Problem;

/**
 * A remote engine as a separate server.
 * @throws Error that names every handler that is missing or unknown
 */
export function createRemoteEngine(
  handlers: RemoteEngineHandlers,
  options: KitOptions = {},
): FastifyInstance {
  return serveMount(mountRemoteEngine(handlers, options), options);
}

/** A remote engine as a part of a server. */
export function mountRemoteEngine(handlers: RemoteEngineHandlers, options?: MountOptions): Mount {
  return mountHandlers({ table: remoteEngine, schemas: remoteEngineSchemas }, handlers, options);
}
