import { createHash } from 'node:crypto';
import type { EvaluationStatusFilters } from '@tessera/contracts/types/governance';

/**
 * Names the place after which a search continues, with a checksum over it and the filters. The checksum detects
 * modified cursors and those of other searches; it is not a protection, because every caller may search for everything.
 */
export function writeCursor(seq: string, filters: EvaluationStatusFilters): string {
  return Buffer.from(`${seq}.${checksum(seq, filters)}`).toString('base64url');
}

/** The place in a cursor; undefined for one of a search with other filters. */
export function readCursor(cursor: string, filters: EvaluationStatusFilters): string | undefined {
  const [, seq] = /^(\d{1,18})\./.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return seq !== undefined && writeCursor(seq, filters) === cursor ? seq : undefined;
}

/** The same for equivalent filters: the order of names and values does not matter. */
function checksum(seq: string, filters: EvaluationStatusFilters): string {
  const sorted = Object.entries(filters)
    .map(([name, values]) => [name, [...new Set<string>(values)].sort()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([seq, sorted]))
    .digest('base64url')
    .slice(0, 16);
}
