import type { SearchPart } from '../shared/search/format.ts';
import { type LoadedPart, loadPart, search } from '../shared/search/search.ts';
import type { WorkerAnswer, WorkerQuestion } from './search-messages.ts';

/** Parts in the order of the index; the second file fills the last one. */
const parts: (LoadedPart | null)[] = [];
let latest: WorkerQuestion | null = null;
let loading: Promise<void> | null = null;

self.addEventListener('message', (event: MessageEvent<WorkerQuestion>) => {
  void handle(event.data);
});

async function handle(question: WorkerQuestion): Promise<void> {
  latest = question;
  try {
    loading ??= loadFile(question.files[0]);
    await loading;
    answer(question, parts.length > question.tierSize);
    if (parts.length > question.tierSize) return;
    await loadFile(question.files[1]);
    answer(question, true);
  } catch (error) {
    // The next query tries again.
    loading = null;
    post({ id: question.id, error: String(error) });
  }
}

/** Older questions get no answer: the reader has typed on. */
function answer(question: WorkerQuestion, isComplete: boolean): void {
  if (latest?.id !== question.id) return;
  const results = question.query === '' ? [] : search(parts, question.query, question);
  post({ id: question.id, results, isComplete });
}

const files = new Map<string, Promise<void>>();

function loadFile(url: string): Promise<void> {
  const known = files.get(url);
  if (known) return known;
  const started = fetchParts(url);
  files.set(url, started);
  started.catch(() => files.delete(url));
  return started;
}

async function fetchParts(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const loaded = (await response.json()) as SearchPart[]; // written by our own build
  parts.push(...loaded.map(loadPart));
}

function post(message: WorkerAnswer): void {
  self.postMessage(message);
}
