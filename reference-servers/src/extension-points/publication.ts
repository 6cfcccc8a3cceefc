import type { Info } from '@tessera/contracts/types/data-catalog-plugin';
import type { DataProduct } from '../kit/descriptors/data-product.ts';
import type { Work } from '../kit/handlers.ts';
import { TaskFailed } from '../kit/task.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Asset, Catalog } from './catalog.ts';
import { SIMULATED_FAILURE } from './provisioning.ts';

/** The output of a publication task. */
interface PublicationOutput {
  readonly result: string;
  readonly info: Info;
}

/** What all work on the catalog needs. */
export interface Desk {
  readonly catalog: Catalog;
  readonly clock: Clock;
  /** How long a task takes, in milliseconds; 0 does the work at once. */
  readonly taskMs: number;
}

/** Kind of the components that users of the marketplace get to see. */
const OUTPUT_PORT = 'outputport';

/** Writes a data product into the catalog, all or nothing. */
export function publicationWork(
  { catalog, clock, taskMs }: Desk,
  product: DataProduct,
): Work<PublicationOutput> {
  const phase = 'Publishing';
  return async ({ signal, say }) => {
    say('INFO', `Writing ${product.name}`, phase);
    if (taskMs > 0) await clock.sleep(taskMs, signal);
    for (const { specific, name } of product.components) {
      say('DEBUG', `Checking ${name}`, phase);
      const failure = specific[SIMULATED_FAILURE];
      if (failure !== undefined) throw new TaskFailed(String(failure), { phase });
    }
    const assets = catalog.publish(product);
    say('INFO', `${count(assets.length)} in the catalog`, phase);
    return { result: 'The data product has been published.', info: infoOf(product, assets) };
  };
}

/** Removes a data product from the catalog; a missing one is ignored. */
export function removalWork({ catalog, clock, taskMs }: Desk, product: DataProduct): Work<PublicationOutput> {
  const phase = 'Removing';
  return async ({ signal, say }) => {
    say('INFO', `Removing ${product.name}`, phase);
    if (taskMs > 0) await clock.sleep(taskMs, signal);
    const removed = catalog.remove(product);
    if (removed === 0) say('WARNING', `${product.name} is not in the catalog; nothing to remove`, phase);
    else say('INFO', `${count(removed)} out of the catalog`, phase);
    return { result: 'The data product has been removed.', info: { publicInfo: {}, privateInfo: {} } };
  };
}

/** Information for users, by output port, and for the platform. */
function infoOf({ components }: DataProduct, assets: readonly Asset[]): Info {
  const ports = components.filter(({ kind }) => kind.toLowerCase() === OUTPUT_PORT).map(({ id }) => id);
  const entries = assets
    .filter(({ id }) => ports.includes(id))
    .map(({ id, name, href }): [string, unknown] => [
      id,
      { catalogAsset: { type: 'string', label: 'Data catalog', value: name, href } },
    ]);
  const assetIds = Object.fromEntries(assets.map(({ id, assetId }) => [id, assetId]));
  return { publicInfo: Object.fromEntries(entries), privateInfo: { assetIds } };
}

function count(assets: number): string {
  return assets === 1 ? 'One asset is' : `${assets} assets are`;
}
