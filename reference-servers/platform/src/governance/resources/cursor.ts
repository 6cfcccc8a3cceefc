import { createHash } from 'node:crypto';
import type { EvaluationStatusFilters } from '@tessera/contracts/types/governance';

/**
 * Names the place after which a search continues, with a checksum over it and the filters. The checksum recognizes cursors
 * of other searches and changed ones; it protects nothing, because every caller can search for everything.
 */
export function writeCursor(seq: string, filters: EvaluationStatusFilters): string {
  return Buffer.from(`${seq}.${checksum(seq, filters)}`).toString('base64url');
}

/** The place that a cursor names; undefined for one that does not belong to a search with these filters. */
export function readCursor(cursor: string, filters: EvaluationStatusFilters): string | undefined {
  const [, seq] = /^(\d{1,18})\./.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return seq !== undefined && writeCursor(seq, filters) === cursor ? seq : undefined;
}

/** The same for filters that mean the same: the order of names and values does not matter. */
function checksum(seq: string, filters: EvaluationStatusFilters): string {
  const sorted = Object.entries(filters)
    .map(([name, values]) => [name, [...new Set<string>(values)].sort()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([seq, sorted]))
    .digest('base64url')
    .slice(0, 16);
}
