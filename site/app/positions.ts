import { SCROLL_POSITIONS_KEY, SCROLL_POSITIONS_LIMIT } from '../shared/constants.ts';

/** Scroll positions, px, by entry of the history, as an earlier document of this tab left them. */
export function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(SCROLL_POSITIONS_KEY) ?? '[]'));
  } catch {
    // Storage is blocked or holds other data: Back then goes to the top of pages that were read before.
    return new Map();
  }
}

/** Stores them for the next document, at most a fixed number, without the oldest. */
export function writePositions(positions: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(
      SCROLL_POSITIONS_KEY,
      JSON.stringify([...positions].slice(-SCROLL_POSITIONS_LIMIT)),
    );
  } catch {
    // As above.
  }
}
