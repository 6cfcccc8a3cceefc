import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import { readSystem, textIn } from '../kit/descriptors/data-product.ts';
import { type MarketplacePluginHandlers, mountMarketplacePlugin } from '../kit/marketplace-plugin.ts';
import type { MountOptions } from '../kit/mount-handlers.ts';
import { createMarketplace, type Listing, type Marketplace } from './marketplace.ts';

/** How a marketplace plugin behaves. */
export interface MarketplacePluginOptions extends MountOptions {
  readonly marketplace?: Marketplace;
}

/** A marketplace plugin as a part of a server. */
export function createMarketplacePlugin(options: MarketplacePluginOptions = {}): Mount {
  const { marketplace = createMarketplace() } = options;
  const handlers: MarketplacePluginHandlers = {
    insertProvisioningResults: ({ body }) => {
      const { name, href } = marketplace.show(readListing(body.descriptor));
      const marketplaceInfo = { type: 'string', label: 'Marketplace', value: name, href };
      return { status: 'COMPLETED', info: { privateInfo: { marketplaceInfo } } };
    },
    delete: ({ body }) => {
      const listing = readListing(body.descriptor);
      const outcome = marketplace.remove(listing) ? 'has been removed from' : 'was not shown in';
      return `${listing.name} ${outcome} ${listing.environment}.`;
    },
    updateAcl: ({ body }) => {
      marketplace.setAccess(body.outputPortId, body.requestId, body.refs);
    },
  };
  return mountMarketplacePlugin(handlers, options);
}

/** Fields without which nothing can be shown. */
const NEEDED = ['id', 'name', 'environment'] as const;

/** @throws Problem PLAIN_DESCRIPTOR_UNREADABLE */
function readListing(descriptor: string): Listing {
  const system = readSystem(descriptor);
  if (system instanceof Problem) {
    const { values } = system;
    throw unreadable(values['problem'] ?? `it is ${values['actual']}`);
  }
  const [first, ...rest] = NEEDED.filter((field) => textIn(system, field) === '').map((field) =>
    unreadable(`the data product has no ${field}`),
  );
  if (first !== undefined) throw first.with({ also: rest });
  return {
    id: textIn(system, 'id'),
    name: textIn(system, 'name'),
    environment: textIn(system, 'environment'),
  };
}

function unreadable(problem: string): Problem<'PLAIN_DESCRIPTOR_UNREADABLE'> {
  return new Problem('PLAIN_DESCRIPTOR_UNREADABLE', { problem });
}
