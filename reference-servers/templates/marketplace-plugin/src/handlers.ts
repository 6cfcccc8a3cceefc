import { type MarketplacePluginHandlers, Problem, readYamlMapping } from '@tessera/reference-servers/kit';

interface Listing {
  readonly id: string;
  readonly name: string;
}

/** What the marketplace shows. Replace it with calls to yours. */
const listings = new Map<string, Listing>();
const access = new Map<number, readonly string[]>();

/** @throws Problem that says what the descriptor lacks */
function readListing(descriptor: string): Listing {
  const { dataProduct, ...document } = readMapping(descriptor);
  const { id, name } = { ...document, ...(typeof dataProduct === 'object' ? dataProduct : {}) };
  if (typeof id === 'string' && typeof name === 'string') return { id, name };
  throw new Problem('PLAIN_DESCRIPTOR_UNREADABLE', { problem: 'the data product has no id or no name' });
}

function readMapping(descriptor: string): Record<string, unknown> {
  try {
    return readYamlMapping(descriptor, 'descriptor');
  } catch (cause) {
    throw new Problem('PLAIN_DESCRIPTOR_UNREADABLE', { problem: 'it is not a YAML mapping' }, { cause });
  }
}

export const handlers: MarketplacePluginHandlers = {
  insertProvisioningResults: ({ body }) => {
    const listing = readListing(body.descriptor);
    listings.set(listing.id, listing);
    const href = `https://marketplace.example.com/${encodeURIComponent(listing.id)}`;
    const marketplaceInfo = { type: 'string', label: 'Marketplace', value: listing.name, href };
    return { status: 'COMPLETED', info: { privateInfo: { marketplaceInfo } } };
  },

  // Deleting what is not there is a success, too.
  delete: ({ body }) => {
    const { id, name } = readListing(body.descriptor);
    return listings.delete(id) ? `${name} is no longer shown.` : `${name} was not shown.`;
  },

  // `refs` is the whole list of those who shall have access, not a difference.
  updateAcl: ({ body }) => access.set(body.outputPortId, body.refs),
};
