import type { SearchOptions, SearchResult } from '../shared/search/search.ts';
import type { SiteData } from '../shared/site.ts';
import type { WorkerAnswer, WorkerQuestion } from './search-messages.ts';

export interface SearchAnswer {
  readonly results: readonly SearchResult[];
  /** False while the second file of the index is still on its way. */
  readonly isComplete: boolean;
}

export interface SearchClient {
  /** Asks, and answers once or twice: at once from titles, then from everything. A newer query silences this one. */
  ask(query: string, options: SearchOptions, onAnswer: (answer: SearchAnswer) => void): void;
}

let worker: Worker | null = null;
let lastId = 0;
const listeners = new Map<number, (answer: SearchAnswer) => void>();

/** The one search of this document; its worker starts with the first question. */
export function searchClient(site: SiteData): SearchClient {
  return {
    ask(query, options, onAnswer) {
      lastId += 1;
      listeners.clear();
      listeners.set(lastId, onAnswer);
      const { tierSize } = site.search;
      const [first, second] = site.search.files;
      const files = [new URL(first, location.origin).href, new URL(second, location.origin).href] as const;
      const question: WorkerQuestion = { id: lastId, query, files, tierSize, ...options };
      openWorker().postMessage(question);
    },
  };
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
