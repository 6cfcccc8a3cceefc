import { dataCatalogPlugin } from '@tessera/contracts/operations/data-catalog-plugin';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import { mountDataCatalogPlugin } from '../kit/data-catalog-plugin.ts';
import { readDataProduct, readDataProductRemoval } from '../kit/descriptors/data-product.ts';
import { accept, validationResult } from '../kit/descriptors/findings.ts';
import { type MountOptions, modeFor } from '../kit/mount-handlers.ts';
import { systemClock } from '../runtime/clock.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { type Desk, publicationWork, removalWork } from './publication.ts';
import { DEFAULT_TASK_MS } from './task-time.ts';

/** Options of a data catalog plugin. */
export interface DataCatalogPluginOptions extends MountOptions {
  /** Keeps no tasks: the status operation returns 501, and the work is done at once. */
  readonly withoutStatus?: boolean;
  /** How long a task takes when it is not waited for, in milliseconds. Default 500. */
  readonly taskMs?: number;
  readonly catalog?: Catalog;
}

/** The capability that a plugin without tasks lacks. */
const STATUS = dataCatalogPlugin.operations.getStatus.capability.id;

/** A data catalog plugin as a part of a server. */
export function createDataCatalogPlugin(options: DataCatalogPluginOptions = {}): Mount {
  const { clock = systemClock, catalog = createCatalog(), taskMs = DEFAULT_TASK_MS } = options;
  const { mode, withoutStatus = false, without = [] } = options;
  const desk = (name: string): Desk => {
    const isWaitedFor = withoutStatus || modeFor(mode, name) === 'sync';
    return { catalog, clock, taskMs: isWaitedFor ? 0 : taskMs };
  };
  const find = (descriptor: string) => validationResult(readDataProduct(descriptor));
  return mountDataCatalogPlugin(
    {
      validate: ({ body }) => find(body.descriptor),
      asyncValidate:
        ({ body }) =>
        async ({ signal }) => {
          await clock.sleep(taskMs, signal);
          return { info: { publicInfo: find(body.descriptor) } };
        },
      provision: ({ body }) => publicationWork(desk('provision'), accept(readDataProduct(body.descriptor))),
      unprovision: ({ body }) =>
        removalWork(desk('unprovision'), accept(readDataProductRemoval(body.descriptor))),
      getEntityReference: ({ query: { componentId } }) => {
        const asset = catalog.find(componentId);
        if (asset !== undefined) return { reference: asset.href };
        const details = { input: componentId, inputErrorField: 'componentId' };
        throw new Problem('CATALOG_ENTITY_NOT_FOUND', { componentId }, details);
      },
    },
    { ...options, without: withoutStatus ? [...without, STATUS] : without },
  );
}
