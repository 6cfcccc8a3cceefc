import type { EnglishWords, SearchDocument, TextPart, Texts } from '../shared/search/format.ts';
import { type LoadedPart, loadPart } from '../shared/search/load-part.ts';
import { type LoadedTextPart, loadTextPart } from '../shared/search/load-text-part.ts';
import { tokenizeQuery } from '../shared/search/query.ts';
import { NOTHING_FOUND, type SearchOutcome, search } from '../shared/search/search.ts';
import { unknownWords } from '../shared/search/typo.ts';
import type { WorkerAnswer, WorkerQuestion } from './search-messages.ts';

/** The loaded index of one version: parts in their order; the second file completes the last one. */
interface LoadedIndex {
  readonly parts: LoadedPart[];
  texts: LoadedTextPart | null;
  /** Stems of English words; empty before a query needs them. */
  english: ReadonlySet<string>;
  readonly loads: Map<string, Promise<void>>;
}

const indexes = new Map<string, LoadedIndex>();
/** The latest query of each caller. */
const latest = new Map<number, WorkerQuestion>();

self.addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  latest.set(data.asker, data);
  // Messages that wait in the queue run before this: only the last query needs a response.
  setTimeout(() => {
    if (isWanted(data)) void handle(data);
  }, 0);
});

/** Older queries get no response: the reader has typed further. */
function isWanted({ asker, id }: WorkerQuestion): boolean {
  return latest.get(asker)?.id === id;
}

async function handle(question: WorkerQuestion): Promise<void> {
  const [first, second] = question.files;
  const index: LoadedIndex = indexes.get(first) ?? {
    ...{ parts: [], texts: null, english: new Set() },
    loads: new Map(),
  };
  indexes.set(first, index);
  try {
    await once(index, first, async () => {
      index.parts.push(...(await fetchJson<SearchDocument[][]>(first)).map(loadPart));
    });
    if (index.texts === null) answer(question, ask(question, index, false), false);
    await once(index, second, async () => {
      index.texts = loadTextPart(await fetchJson<TextPart>(second));
      index.parts.push(index.texts);
    });
    if (!isWanted(question)) return;
    await loadEnglish(question, index);
    const outcome = ask(question, index, true);
    // On the second response, the texts for the results have loaded.
    answer(question, (await loadTexts(index, outcome)) ? ask(question, index, true) : outcome, true);
  } catch (error) {
    post({ id: question.id, asker: question.asker, error: String(error) });
  }
}

function ask(question: WorkerQuestion, { parts, english }: LoadedIndex, isForgiving: boolean): SearchOutcome {
  if (question.query === '') return NOTHING_FOUND;
  return search(parts, question.query, question, isForgiving ? english : null);
}

function answer(question: WorkerQuestion, outcome: SearchOutcome, isComplete: boolean): void {
  const { id, asker } = question;
  if (isWanted(question)) post({ id, asker, ...outcome, isComplete });
}

/** Fetches the English words for a query with an unknown one; without them, the search corrects more than it should. */
async function loadEnglish({ query }: WorkerQuestion, index: LoadedIndex): Promise<void> {
  const { texts, parts } = index;
  if (texts === null || unknownWords(tokenizeQuery(query), parts).length === 0) return;
  const load = once(index, texts.english, async () => {
    index.english = new Set((await fetchJson<EnglishWords>(addressOf(texts.english))).split(' '));
  });
  await Promise.allSettled([load]);
}

/** Fetches missing texts of results; true if there were any. A result is found without its text, too. */
async function loadTexts(index: LoadedIndex, { results }: SearchOutcome): Promise<boolean> {
  const { texts } = index;
  const files = new Set(
    results.flatMap(({ textId }) => (textId === null ? null : texts?.fileOf(textId)) ?? []),
  );
  const loads = [...files].map((file) =>
    once(index, file, async () => texts?.fill(await fetchJson<Texts>(addressOf(file)))),
  );
  await Promise.allSettled(loads);
  return files.size > 0;
}

function addressOf(file: string): string {
  return new URL(file, self.location.origin).href;
}

/** Runs something once; a failed attempt may be repeated. */
function once(index: LoadedIndex, url: string, load: () => Promise<void>): Promise<void> {
  const known = index.loads.get(url);
  if (known) return known;
  const started = load();
  index.loads.set(url, started);
  started.catch(() => index.loads.delete(url));
  return started;
}

async function fetchJson<Content>(url: string): Promise<Content> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Content; // written by our own build
}

function post(message: WorkerAnswer): void {
  self.postMessage(message);
}
