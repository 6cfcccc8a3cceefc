import { urnKey } from '../kit/descriptors/urn.ts';
import { createCollection } from './memory-store.ts';

/** A data product that can be published. */
export interface Listing {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
}

/** A published data product. */
export interface Entry extends Listing {
  /** Address of its page. */
  readonly href: string;
}

/** An in-memory marketplace. */
export interface Marketplace {
  /** Publishes a data product or updates its entry. An entry keeps its address. */
  show(listing: Listing): Entry;
  /** False when it was not published. */
  remove(listing: Listing): boolean;
  /** Gives access to exactly `refs`, once for each request. */
  setAccess(outputPortId: number, requestId: string, refs: readonly string[]): void;
  accessTo(outputPortId: number): readonly string[];
}

interface Access {
  readonly refs: readonly string[];
  /** Completed requests, oldest first, each with the list that it requested. */
  readonly carriedOut: readonly string[];
}

/** How many requests about an output port are remembered to detect duplicates. */
const REMEMBERED_REQUESTS = 100;

/** Number of the first entry; it is part of its address. */
const FIRST_NUMBER = 318;

/** Makes an empty marketplace. */
export function createMarketplace(origin = 'https://marketplace.example.com'): Marketplace {
  const entries = createCollection<Entry>();
  const access = createCollection<Access>();
  let next = FIRST_NUMBER;

  function newAddress(): string {
    const href = `${origin}/products/${next}`;
    next += 1;
    return href;
  }

  return {
    show(listing) {
      const { id, name, environment } = listing;
      const href = entries.get(keyOf(listing))?.href ?? newAddress();
      const entry = { id, name, environment, href };
      entries.put(keyOf(listing), entry);
      return entry;
    },
    remove: (listing) => entries.delete(keyOf(listing)),
    setAccess(outputPortId, requestId, refs) {
      const port = String(outputPortId);
      const wanted = [...new Set(refs)];
      const request = JSON.stringify([requestId, wanted]);
      const before = access.get(port);
      // A late duplicate must not undo newer requests.
      if (before?.carriedOut.includes(request) === true) return;
      const carriedOut = [...(before?.carriedOut ?? []), request].slice(-REMEMBERED_REQUESTS);
      access.put(port, { refs: wanted, carriedOut });
    },
    accessTo: (outputPortId) => access.get(String(outputPortId))?.refs ?? [],
  };
}

function keyOf({ environment, id }: Listing): string {
  return `${environment}\n${urnKey(id)}`;
}
