import {
  type ListedProduct,
  type MarketplacePluginHandlers,
  readListedProduct,
} from '@tessera/reference-servers/kit';

/** The entries of the marketplace, by environment and data product. Replace it with calls to your marketplace. */
const listings = new Map<string, ListedProduct>();
const access = new Map<number, readonly string[]>();

const keyOf = ({ environment, id }: ListedProduct): string => `${environment} ${id}`;

export const handlers: MarketplacePluginHandlers = {
  // `fields` of a product holds its complete descriptor, including the results of its deployment.
  insertProvisioningResults: ({ body }) => {
    const product = readListedProduct(body.descriptor);
    listings.set(keyOf(product), product);
    const href = `https://marketplace.example.com/${encodeURIComponent(product.id)}`;
    const marketplaceInfo = { type: 'string', label: 'Marketplace', value: product.name, href };
    return { status: 'COMPLETED', info: { privateInfo: { marketplaceInfo } } };
  },

  // Succeeds if the entry does not exist.
  delete: ({ body }) => {
    const product = readListedProduct(body.descriptor);
    const outcome = listings.delete(keyOf(product)) ? 'is no longer shown' : 'was not shown';
    return `${product.name} ${outcome} in ${product.environment}.`;
  },

  // `refs` is the complete list of identities with access, not a difference.
  updateAcl: ({ body }) => access.set(body.outputPortId, body.refs),
};
