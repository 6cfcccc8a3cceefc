import type { SearchPart } from '../shared/search/format.ts';
import { type LoadedPart, loadPart } from '../shared/search/load-part.ts';
import { search } from '../shared/search/search.ts';
import type { WorkerAnswer, WorkerQuestion } from './search-messages.ts';

/** What is known of one version's index: parts in their order, the second file filling the last ones. */
interface LoadedIndex {
  readonly parts: LoadedPart[];
  readonly loads: Map<string, Promise<void>>;
}

const indexes = new Map<string, LoadedIndex>();
let latest: WorkerQuestion | null = null;
let isScheduled = false;

self.addEventListener('message', (event: MessageEvent<WorkerQuestion>) => {
  latest = event.data;
  if (isScheduled) return;
  isScheduled = true;
  // Questions that wait in the queue come before this: only the last one is worth an answer.
  setTimeout(() => {
    isScheduled = false;
    if (latest) void handle(latest);
  }, 0);
});

async function handle(question: WorkerQuestion): Promise<void> {
  const [first, second] = question.files;
  const index = indexes.get(first) ?? { parts: [], loads: new Map() };
  indexes.set(first, index);
  try {
    await loadFile(index, first);
    if (!index.loads.has(second)) answer(question, index, false);
    await loadFile(index, second);
    answer(question, index, true);
  } catch (error) {
    post({ id: question.id, error: String(error) });
  }
}

/** Older questions get no answer: the reader has typed on. */
function answer(question: WorkerQuestion, index: LoadedIndex, isComplete: boolean): void {
  if (latest?.id !== question.id) return;
  const { results, correction } =
    question.query === ''
      ? { results: [], correction: null }
      : search(index.parts, question.query, { ...question, isForgiving: isComplete });
  post({ id: question.id, results, correction, isComplete });
}

/** Fetches a file of the index, once; a failed attempt may be repeated. */
function loadFile(index: LoadedIndex, url: string): Promise<void> {
  const known = index.loads.get(url);
  if (known) return known;
  const started = fetchParts(url).then((parts) => {
    index.parts.push(...parts);
  });
  index.loads.set(url, started);
  started.catch(() => index.loads.delete(url));
  return started;
}

async function fetchParts(url: string): Promise<LoadedPart[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const loaded = (await response.json()) as SearchPart[]; // written by our own build
  return loaded.map(loadPart);
}

function post(message: WorkerAnswer): void {
  self.postMessage(message);
}
