import type { ProvisioningRequest } from '@tessera/contracts/types/tech-adapter';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../harness/mount.ts';
import {
  readDescriptor,
  readProvisionedComponent,
  readRemoval,
  type Target,
} from '../kit/descriptors/descriptor.ts';
import { accept, validationResult } from '../kit/descriptors/findings.ts';
import { type MountOptions, modeFor } from '../kit/mount-handlers.ts';
import { type KitOptions, serveMount } from '../kit/serve-mount.ts';
import { mountTechAdapter } from '../kit/tech-adapter.ts';
import { systemClock } from '../runtime/clock.ts';
import { accessWork, provisionWork, unprovisionWork, type Workshop } from './provisioning.ts';
import { reverseProvisioningWork } from './reverse-provisioning.ts';
import { DEFAULT_TASK_MS } from './task-time.ts';
import { createTechnology, type Technology } from './technology.ts';

/** Options of a tech adapter. */
export interface TechAdapterOptions extends MountOptions {
  /** How long a task takes when it is not waited for, in milliseconds. Default 500. */
  readonly taskMs?: number;
  /** Infrastructure templates that it may deploy. Default: all. */
  readonly serves?: readonly string[];
  readonly technology?: Technology;
}

/** A tech adapter in a separate server. */
export function createTechAdapterServer(options: TechAdapterOptions & KitOptions = {}): FastifyInstance {
  return serveMount(createTechAdapter(options), options);
}

/** A tech adapter as a part of a server. */
export function createTechAdapter(options: TechAdapterOptions = {}): Mount {
  const { clock = systemClock, technology = createTechnology(), serves, mode } = options;
  const { taskMs = DEFAULT_TASK_MS } = options;
  const rules = serves === undefined ? {} : { serves };
  const shop = (name: string): Workshop => {
    const isWaitedFor = modeFor(mode, name) === 'sync';
    return { technology, clock, taskMs: isWaitedFor ? 0 : taskMs };
  };
  const target = (request: ProvisioningRequest): Target => accept(readDescriptor(request, rules));
  return mountTechAdapter(
    {
      validate: ({ body }) => validationResult(readDescriptor(body, rules)),
      asyncValidate:
        ({ body }) =>
        async ({ signal }) => {
          await clock.sleep(taskMs, signal);
          return { info: { publicInfo: validationResult(readDescriptor(body, rules)) } };
        },
      provision: ({ body }) => provisionWork(shop('provision'), target(body), body.latestEnrichedDescriptor),
      unprovision: ({ body }) =>
        unprovisionWork(shop('unprovision'), accept(readRemoval(body, rules)), body.removeData ?? false),
      updateAcl: ({ body }) =>
        accessWork(shop('updateAcl'), readProvisionedComponent(body.provisionInfo.request), body.refs),
      reverseProvision: ({ body }) => reverseProvisioningWork(shop('reverseProvision'), body),
      terminate: true,
    },
    options,
  );
}
