import type { Mount } from '../harness/mount.ts';
import { readListedProduct } from '../kit/descriptors/listed-product.ts';
import { type MarketplacePluginHandlers, mountMarketplacePlugin } from '../kit/marketplace-plugin.ts';
import type { MountOptions } from '../kit/mount-handlers.ts';
import { createMarketplace, type Marketplace } from './marketplace.ts';

/** Options of a marketplace plugin. */
export interface MarketplacePluginOptions extends MountOptions {
  readonly marketplace?: Marketplace;
}

/** A marketplace plugin as a part of a server. */
export function createMarketplacePlugin(options: MarketplacePluginOptions = {}): Mount {
  const { marketplace = createMarketplace() } = options;
  const handlers: MarketplacePluginHandlers = {
    insertProvisioningResults: ({ body }) => {
      const { name, href } = marketplace.show(readListedProduct(body.descriptor));
      const marketplaceInfo = { type: 'string', label: 'Marketplace', value: name, href };
      return { status: 'COMPLETED', info: { privateInfo: { marketplaceInfo } } };
    },
    delete: ({ body }) => {
      const product = readListedProduct(body.descriptor);
      const outcome = marketplace.remove(product) ? 'has been removed from' : 'was not shown in';
      return `${product.name} ${outcome} ${product.environment}.`;
    },
    updateAcl: ({ body }) => {
      marketplace.setAccess(body.outputPortId, body.requestId, body.refs);
    },
  };
  return mountMarketplacePlugin(handlers, options);
}
