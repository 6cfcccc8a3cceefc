import { isHistoryEntry } from '../../app/arrival.ts';
import { readByEntry, writeByEntry } from '../../app/positions.ts';
import { scrollUntil } from '../../app/restore-scroll.ts';
import { PLACES_KEY } from '../../shared/constants.ts';
import { openPart } from './fold-parts.ts';

/** A part of a reference, and how far below the top of the window it began, px. */
interface Place {
  readonly id: string;
  readonly top: number;
}

/**
 * Restores the place where the reader left this page. The browser restores a distance from the top of the page, but parts
 * that were not on screen have an estimated height, so that another part may be there now.
 */
export function keepPlace(): void {
  const left = readByEntry<Place>(PLACES_KEY).get(entryKey() ?? '');
  if (left) returnTo(left);
  window.addEventListener('pagehide', () => {
    const key = entryKey();
    const place = placeOfReader();
    if (key === undefined || !place) return;
    const places = readByEntry<Place>(PLACES_KEY);
    // The newest is last, even if it existed before.
    places.delete(key);
    places.set(key, place);
    writeByEntry(PLACES_KEY, places);
  });
}

/** Of the entry in the history; undefined before the shell has named it. */
function entryKey(): string | undefined {
  return isHistoryEntry(history.state) ? history.state.key : undefined;
}

/** The last part that begins in the upper half of the window or above it. */
function placeOfReader(): Place | undefined {
  return Array.from(document.querySelectorAll('.reference-content section[id]'), (part) => ({
    id: part.id,
    top: part.getBoundingClientRect().top,
  })).findLast(({ top }) => top < window.innerHeight / 2);
}

/** The browser may still restore its distance until the page has loaded. */
function returnTo({ id, top }: Place): void {
  openPart(document.getElementById(id));
  scrollUntil(() => {
    const part = document.getElementById(id);
    if (part) window.scrollBy({ top: part.getBoundingClientRect().top - top, behavior: 'instant' });
    return document.readyState === 'complete';
  });
}
