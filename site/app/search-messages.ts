import type { SearchOptions, SearchOutcome } from '../shared/search/search.ts';

/** A request of the page to the worker; an empty query only loads the index. */
export interface WorkerQuestion extends SearchOptions {
  readonly id: number;
  /** The caller: its newer query cancels its older ones. */
  readonly asker: number;
  readonly query: string;
  /** Addresses of the first and the second file of the index. */
  readonly files: readonly [string, string];
}

export interface WorkerResults extends Pick<WorkerQuestion, 'id' | 'asker'>, SearchOutcome {
  /** False while the second file of the index is still loading. */
  readonly isComplete: boolean;
}

export type WorkerFailure = Pick<WorkerQuestion, 'id' | 'asker'> & { readonly error: string };

export type WorkerAnswer = WorkerResults | WorkerFailure;
