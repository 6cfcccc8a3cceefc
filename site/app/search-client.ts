import type { SearchOptions } from '../shared/search/search.ts';
import type { DocsVersion } from '../shared/site.ts';
import type { WorkerAnswer, WorkerQuestion, WorkerResults } from './search-messages.ts';

export type SearchAnswer = Omit<WorkerResults, 'id'>;

let worker: Worker | null = null;
let lastId = 0;
const listeners = new Map<number, (answer: SearchAnswer) => void>();

/**
 * Asks the index of a version and answers once or twice: at once from titles, then from everything. A newer query
 * silences this one. The worker starts with the first question.
 */
export function ask(
  version: DocsVersion,
  query: string,
  options: SearchOptions,
  onAnswer: (answer: SearchAnswer) => void,
): void {
  lastId += 1;
  listeners.clear();
  listeners.set(lastId, onAnswer);
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
    if ('error' in data) console.warn('Search failed; it will be tried again.', data.error);
    else listeners.get(data.id)?.(data);
  });
  return worker;
}
