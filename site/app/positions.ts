import { SCROLL_POSITIONS_LIMIT } from '../shared/constants.ts';

/** What earlier documents of this tab stored for each entry of the history, under the name. */
export function readByEntry<Value>(name: string): Map<string, Value> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(name) ?? '[]'));
  } catch {
    // Storage is blocked or holds other data: Back then goes to the top of pages that were read before.
    return new Map();
  }
}

/** Stores it for the next document, at most a fixed number of entries, without the oldest. */
export function writeByEntry(name: string, values: ReadonlyMap<string, unknown>): void {
  try {
    sessionStorage.setItem(name, JSON.stringify([...values].slice(-SCROLL_POSITIONS_LIMIT)));
  } catch {
    // As above.
  }
}
