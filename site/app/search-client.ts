import type { SearchOptions } from '../shared/search/search.ts';
import type { DocsVersion } from '../shared/site.ts';
import type { WorkerAnswer, WorkerQuestion, WorkerResults } from './search-messages.ts';

export type SearchAnswer = Omit<WorkerResults, 'id' | 'asker'>;

/** A search box or search page. */
export interface Asker {
  onAnswer(answer: SearchAnswer): void;
  /** The index did not load; the next query retries. */
  onFailure(error: string): void;
}

let worker: Worker | null = null;
let lastId = 0;
/** The latest query of each caller, by the caller's number. */
const pending = new Map<number, { readonly id: number; readonly by: Asker }>();
let askers = 0;

/** A number for a new caller. */
export function newAsker(): number {
  askers += 1;
  return askers;
}

/** Cancels the caller's open query. */
export function silence(asker: number): void {
  pending.delete(asker);
}

/**
 * Queries the index of a version and responds once or twice: at once from titles, then from everything. A newer query
 * of the same caller cancels this one. The worker starts with the first query.
 */
export function ask(
  asker: number,
  version: DocsVersion,
  query: string,
  options: SearchOptions,
  by: Asker,
): void {
  lastId += 1;
  pending.set(asker, { id: lastId, by });
  const [first, second] = version.search;
  const files = [new URL(first, location.origin).href, new URL(second, location.origin).href] as const;
  const question: WorkerQuestion = { id: lastId, asker, query, files, ...options };
  openWorker().postMessage(question);
}

function openWorker(): Worker {
  if (worker) return worker;
  const opened = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  worker = opened;
  opened.addEventListener('message', (event: MessageEvent<WorkerAnswer>) => {
    const { data } = event;
    const question = pending.get(data.asker);
    if ('error' in data) warn(data.error);
    if (question?.id !== data.id) return;
    if ('error' in data) question.by.onFailure(describe(data.error));
    else question.by.onAnswer(data);
  });
  opened.addEventListener('error', ({ message }) => {
    opened.terminate();
    // Results of a superseded query are dropped.
    if (worker !== opened) return;
    worker = null;
    const error = message || 'Its script could not be fetched.';
    warn(error);
    for (const { by } of pending.values()) by.onFailure(describe(error));
  });
  return opened;
}

function warn(error: string): void {
  console.warn('Search failed; it will be tried again.', error);
}

function describe(error: string): string {
  return `The search index did not load. ${error}`;
}
