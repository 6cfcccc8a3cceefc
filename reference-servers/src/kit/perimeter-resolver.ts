import { perimeterResolver } from '@tessera/contracts/operations/perimeter-resolver';
import { perimeterResolverSchemas } from '@tessera/contracts/schemas/perimeter-resolver';
import type { Operations } from '@tessera/contracts/types/perimeter-resolver';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import type { HandlersOf } from './handlers.ts';
import { type MountOptions, mountHandlers } from './mount-handlers.ts';
import type { ProblemOf } from './problem-of.ts';
import { type KitOptions, serveMount } from './serve-mount.ts';

/** What a perimeter resolver implements. */
export type PerimeterResolverHandlers = HandlersOf<(typeof perimeterResolver)['operations'], Operations>;

/** A {@link Problem} that offers the codes of this contract only. */
export const PerimeterResolverProblem: ProblemOf<Operations> = Problem;

/**
 * A perimeter resolver as a separate server.
 * @throws Error that names every handler that is missing or unknown
 */
export function createPerimeterResolver(
  handlers: PerimeterResolverHandlers,
  options: KitOptions = {},
): FastifyInstance {
  return serveMount(mountPerimeterResolver(handlers, options), options);
}

/** A perimeter resolver as a part of a server. */
export function mountPerimeterResolver(handlers: PerimeterResolverHandlers, options?: MountOptions): Mount {
  return mountHandlers({ table: perimeterResolver, schemas: perimeterResolverSchemas }, handlers, options);
}
