import { urnKey } from '../kit/descriptors/urn.ts';
import { createCollection } from './memory-store.ts';

/** A data product that can be shown. */
export interface Listing {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
}

/** A data product that is shown. */
export interface Entry extends Listing {
  /** Address of its page. */
  readonly href: string;
}

/** A marketplace that exists in memory only. */
export interface Marketplace {
  /** Shows a data product, or brings its entry to what is said now. An entry keeps its address. */
  show(listing: Listing): Entry;
  /** False when it was not shown. */
  remove(listing: Listing): boolean;
  /** Makes `refs` all that have access, once for each request that asked for it. */
  setAccess(outputPortId: number, requestId: string, refs: readonly string[]): void;
  accessTo(outputPortId: number): readonly string[];
}

interface Access {
  readonly refs: readonly string[];
  /** Requests that were carried out, oldest first, each with the list that it asked for. */
  readonly carriedOut: readonly string[];
}

/** How many requests about an output port are told from new ones. */
const REMEMBERED_REQUESTS = 100;

/** Number of the first entry; it is part of its address. */
const FIRST_NUMBER = 318;

/** Makes a marketplace that shows nothing yet. */
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
      // A request that comes late a second time must not undo what was asked for since.
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
