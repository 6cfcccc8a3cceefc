import type { SearchOptions, SearchResult } from '../shared/search/search.ts';

/** What the page asks the worker; an empty query only loads the index. */
export interface WorkerQuestion extends SearchOptions {
  readonly id: number;
  readonly query: string;
  /** Addresses of the first and the second file of the index. */
  readonly files: readonly [string, string];
  /** How many parts the first file holds. */
  readonly tierSize: number;
}

export type WorkerAnswer =
  | { readonly id: number; readonly results: readonly SearchResult[]; readonly isComplete: boolean }
  | { readonly id: number; readonly error: string };
