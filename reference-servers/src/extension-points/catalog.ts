import type { DataProduct } from '../kit/descriptors/data-product.ts';
import { urnKey } from '../kit/descriptors/urn.ts';
import { createCollection } from './memory-store.ts';

/** What the catalog holds of a data product or of a component. */
export interface Asset {
  /** Identifier of the data product or of the component. */
  readonly id: string;
  readonly environment: string;
  readonly name: string;
  /** What the catalog calls it. */
  readonly assetId: string;
  /** Its page in the catalog. */
  readonly href: string;
}

/** An in-memory data catalog. */
export interface Catalog {
  /**
   * Writes a data product and its components, the data product first. Existing entries keep their identifiers;
   * components that the data product no longer has are removed.
   */
  publish(product: DataProduct): readonly Asset[];
  /** Removes a data product with its components; returns their number. */
  remove(product: DataProduct): number;
  /** The asset of a component or of a data product, of the environment where it was published first. */
  find(id: string): Asset | undefined;
}

interface Publication {
  readonly environment: string;
  readonly assets: readonly Asset[];
}

/** The first identifier that is given out. */
const FIRST_ASSET = 4710;

/** Makes an empty catalog. */
export function createCatalog(origin = 'https://catalog.example.com'): Catalog {
  const publications = createCollection<Publication>();
  let next = FIRST_ASSET;

  function toAsset(before: Publication | undefined, environment: string, id: string, name: string): Asset {
    const known = before?.assets.find((asset) => urnKey(asset.id) === urnKey(id));
    const assetId = known?.assetId ?? String(next);
    if (known === undefined) next += 1;
    return { id, environment, name, assetId, href: `${origin}/assets/${assetId}` };
  }

  return {
    publish(product) {
      const { environment } = product;
      const before = publications.get(keyOf(product));
      const assets = [product, ...product.components].map(({ id, name }) =>
        toAsset(before, environment, id, name),
      );
      publications.put(keyOf(product), { environment, assets });
      return assets;
    },
    remove(product) {
      const count = publications.get(keyOf(product))?.assets.length ?? 0;
      publications.delete(keyOf(product));
      return count;
    },
    find: (id) =>
      publications
        .values()
        .flatMap(({ assets }) => assets)
        .find((asset) => urnKey(asset.id) === urnKey(id)),
  };
}

function keyOf({ environment, id }: DataProduct): string {
  return `${environment}\n${urnKey(id)}`;
}
