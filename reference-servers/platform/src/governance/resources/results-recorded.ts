import type { Transaction } from 'kysely';
import type { Tables } from '../../storage/tables.ts';

/** A result of a policy or metric that counts, as it is stored. */
export interface RecordedResult {
  readonly id: string;
  readonly entityId: string;
  /** Identifier that the resource has outside. */
  readonly resourceId: string;
  readonly resourceType: string;
  readonly environment: string;
}

/** Receives results that count, in the transaction that stores them. Nothing follows results yet. */
export async function resultsRecorded(
  _tx: Transaction<Tables>,
  _results: readonly RecordedResult[],
  _now: Date,
): Promise<void> {}
