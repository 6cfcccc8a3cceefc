import type { Info, Log } from '@tessera/contracts/types/data-catalog-plugin';
import type { Clock } from '../runtime/clock.ts';
import type { Work } from '../runtime/long-running.ts';
import type { Asset, Catalog } from './catalog.ts';
import type { DataProduct } from './data-product.ts';
import { SIMULATED_FAILURE } from './provisioning.ts';
import { logInto, type Say } from './task-log.ts';

/** What a publication task has to show; grows while it works. */
export interface PublicationOutput {
  result: string;
  info?: Info;
  readonly logs: Log[];
}

/** What all work on the catalog needs. */
export interface Desk {
  readonly catalog: Catalog;
  readonly clock: Clock;
  /** How long a task takes, in milliseconds; 0 does the work at once. */
  readonly taskMs: number;
}

/** Something that the catalog refuses. */
export class CatalogRefusal extends Error {
  override readonly name = 'CatalogRefusal';
}

/** Kind of the components that users of the marketplace get to see. */
const OUTPUT_PORT = 'outputport';

/** Writes a data product into the catalog, all of it or nothing. */
export function publicationWork(
  { catalog, clock, taskMs }: Desk,
  product: DataProduct,
): Work<PublicationOutput> {
  return performing(clock, 'Publishing', async (say, output, signal) => {
    say('INFO', `Writing ${product.name}`);
    if (taskMs > 0) await clock.sleep(taskMs, signal);
    for (const { specific, name } of product.components) {
      say('DEBUG', `Checking ${name}`);
      const failure = specific[SIMULATED_FAILURE];
      if (failure !== undefined) throw new CatalogRefusal(String(failure));
    }
    const assets = catalog.publish(product);
    say('INFO', `${count(assets.length)} in the catalog`);
    output.info = infoOf(product, assets);
    output.result = 'The data product has been published.';
  });
}

/** Removes a data product from the catalog; what was never there is not missed. */
export function removalWork({ catalog, clock, taskMs }: Desk, product: DataProduct): Work<PublicationOutput> {
  return performing(clock, 'Removing', async (say, output, signal) => {
    say('INFO', `Removing ${product.name}`);
    if (taskMs > 0) await clock.sleep(taskMs, signal);
    const removed = catalog.remove(product);
    if (removed === 0) say('WARNING', `${product.name} is not in the catalog; nothing to remove`);
    else say('INFO', `${count(removed)} out of the catalog`);
    output.info = { publicInfo: {}, privateInfo: {} };
    output.result = 'The data product has been removed.';
  });
}

function performing(
  clock: Clock,
  phase: string,
  perform: (
    say: (level: Parameters<Say>[0], message: string) => void,
    ...given: Parameters<Work<PublicationOutput>>
  ) => Promise<void>,
): Work<PublicationOutput> {
  return async (output, signal) => {
    const log = logInto(output.logs, clock);
    try {
      await perform((level, message) => log(level, message, phase), output, signal);
    } catch (thrown) {
      output.result = thrown instanceof CatalogRefusal ? thrown.message : 'The catalog failed unexpectedly.';
      log('ERROR', output.result, phase);
      throw thrown;
    }
  };
}

/** What users are told, by output port, and what the platform keeps. */
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
