import { customUrlPicker } from '@tessera/contracts/operations/custom-url-picker';
import { customUrlPickerSchemas } from '@tessera/contracts/schemas/custom-url-picker';
import type { Operations } from '@tessera/contracts/types/custom-url-picker';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import type { HandlersOf } from './handlers.ts';
import { type MountOptions, mountHandlers } from './mount-handlers.ts';
import type { ProblemOf } from './problem-of.ts';
import { type KitOptions, serveMount } from './serve-mount.ts';

/** What a custom URL picker implements. */
export type CustomUrlPickerHandlers = HandlersOf<(typeof customUrlPicker)['operations'], Operations>;

/** A {@link Problem} that offers the codes of this contract only. */
export const CustomUrlPickerProblem: ProblemOf<Operations> = Problem;

/**
 * A custom URL picker as a separate server.
 * @throws Error that names every handler that is missing or unknown
 */
export function createCustomUrlPicker(
  handlers: CustomUrlPickerHandlers,
  options: KitOptions = {},
): FastifyInstance {
  return serveMount(mountCustomUrlPicker(handlers, options), options);
}

/** A custom URL picker as a part of a server. */
export function mountCustomUrlPicker(handlers: CustomUrlPickerHandlers, options?: MountOptions): Mount {
  return mountHandlers({ table: customUrlPicker, schemas: customUrlPickerSchemas }, handlers, options);
}
