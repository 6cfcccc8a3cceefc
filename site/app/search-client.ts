import type { SearchOptions } from '../shared/search/search.ts';
import type { DocsVersion } from '../shared/site.ts';
import type { WorkerAnswer, WorkerQuestion, WorkerResults } from './search-messages.ts';

export type SearchAnswer = Omit<WorkerResults, 'id'>;

/** Who asked. */
export interface Asker {
  onAnswer(answer: SearchAnswer): void;
  /** The index did not load; the next question tries again. */
  onFailure(error: string): void;
}

let worker: Worker | null = null;
let lastId = 0;
let asker: Asker | null = null;

/**
 * Asks the index of a version and answers once or twice: at once from titles, then from everything. A newer query
 * silences this one. The worker starts with the first question.
 */
export function ask(version: DocsVersion, query: string, options: SearchOptions, by: Asker): void {
  lastId += 1;
  asker = by;
  const [first, second] = version.search;
  const files = [new URL(first, location.origin).href, new URL(second, location.origin).href] as const;
  const question: WorkerQuestion = { id: lastId, query, files, ...options };
  openWorker().postMessage(question);
}

function openWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<WorkerAnswer>) => {
    const { data } = event;
    if (data.id !== lastId) return;
    if ('error' in data) fail(data.error);
    else asker?.onAnswer(data);
  });
  worker.addEventListener('error', ({ message }) => {
    worker = null;
    fail(message || 'Its script could not be fetched.');
  });
  return worker;
}

function fail(error: string): void {
  console.warn('Search failed; it will be tried again.', error);
  asker?.onFailure(`The search index did not load. ${error}`);
}
