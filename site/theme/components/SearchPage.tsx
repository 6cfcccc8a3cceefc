import { useEffect, useMemo, useRef, useState } from 'react';
import type { SearchAnswer } from '../../app/search-client.ts';
import { SEARCH_PAGE_CONTEXT_LENGTH, SEARCH_PAGE_RESULT_LIMIT } from '../../shared/constants.ts';
import { kindOf, operationAt } from '../../shared/search/kind.ts';
import type { SearchResult } from '../../shared/search/present.ts';
import type { DocsVersion, SearchContext } from '../../shared/site.ts';
import { documentTitle, titleInList } from '../../shared/title.ts';
import { askPanel } from '../ask/docs-agent.ts';
import { useDocsAgent } from '../ask/use-docs-agent.ts';
import { useSearch } from '../hooks/use-search.ts';
import { useShortcut } from '../hooks/use-shortcut.ts';
import { LoadFailure } from '../lazy-part.tsx';
import { useRoute } from '../route-context.tsx';
import { useSite } from '../site-context.tsx';
import { Marked } from './Marked.tsx';
import { OperationPath } from './OperationPath.tsx';
import { NoResultHints, ReplacedWords } from './SearchNotes.tsx';
import { SiteLink } from './SiteLink.tsx';
import { useShownVersion } from './VersionMenu.tsx';

const OPTIONS = { limit: SEARCH_PAGE_RESULT_LIMIT, contextLength: SEARCH_PAGE_CONTEXT_LENGTH };
const EMPTY_TITLE = 'Search the documentation';

/** The parameters of the address; unknown contexts and versions are ignored. */
interface Asked {
  readonly q: string;
  readonly ctx: string;
  readonly version: string;
  /** Not empty to search for the words as typed. */
  readonly literal: string;
}

const NOTHING: Asked = { q: '', ctx: '', version: '', literal: '' };

/** All results of a query, which is in the address. */
export function SearchPage() {
  const site = useSite();
  const { page, place } = useRoute();
  const preferred = useShownVersion();
  const input = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState(NOTHING);
  const context = site.searchContexts.find(({ id }) => id === asked.ctx) ?? null;
  const counted = useMemo(() => site.searchContexts.map(({ path }) => path), [site]);
  const version = site.docsVersions.find(({ name }) => name === asked.version) ?? preferred;
  const under = context?.path ?? null;
  const scope = { ...OPTIONS, version, under, isLiteral: asked.literal !== '', counted };
  const { answer, isFinal, isLoading, failure, retry } = useSearch(asked.q, scope);
  useShortcut(input);
  const counts = useCounts(asked.q, under, isFinal ? answer : null);
  const title = asked.q === '' ? EMPTY_TITLE : `Search results for "${asked.q}"`;

  // The address decides: on the first visit, on Back, and when the bar leads here; `place` only signals a possible
  // change.
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const read = (name: keyof Asked) => query.get(name) ?? '';
    setAsked({ q: read('q'), ctx: read('ctx'), version: read('version'), literal: read('literal') });
    input.current?.focus({ preventScroll: true });
  }, [place]);

  useEffect(() => {
    document.title = documentTitle({ kind: page.kind, title }, site.title);
  }, [title, page.kind, site.title]);

  const change = (changed: Partial<Asked>) => {
    setAsked({ ...asked, ...changed });
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    history.replaceState(history.state, '', url);
  };
  // Rows of a part of the index may change their order: they are not shown.
  const results = answer?.isComplete === true ? answer.results : [];
  return (
    <div className="search-page">
      <h1>{title}</h1>
      <input
        ref={input}
        type="search"
        aria-label="Search the documentation"
        placeholder="Type your search here"
        autoComplete="off"
        value={asked.q}
        onChange={(event) => change({ q: event.target.value, literal: '' })}
      />
      <noscript>
        <p>
          Searching needs scripts, which this browser does not run. The documentation can be read without.
        </p>
      </noscript>
      <SearchFilters context={context} version={version} counts={counts} change={change} />
      <div className="search-count">
        <p role="status">{isLoading ? 'Searching …' : answer !== null && countText(answer, context)}</p>
        {asked.q.trim() !== '' && <AskInstead question={asked.q.trim()} />}
      </div>
      {isFinal && answer !== null && (
        <ReplacedWords
          replaced={answer.replaced}
          hasResults={answer.results.length > 0}
          onLiteral={() => change({ literal: '1' })}
        />
      )}
      {isLoading && results.length === 0 && (
        <ol className="search-skeleton" aria-hidden="true">
          <li />
          <li />
          <li />
        </ol>
      )}
      {failure !== null && <LoadFailure error={failure} retry={retry} />}
      <ol>
        {results.map((result) => (
          <ResultEntry key={`${result.url} ${result.part}`} result={result} />
        ))}
      </ol>
      {isFinal && answer?.results.length === 0 && (
        <NoResultHints hasCards elsewhere={answer.elsewhere} onWiden={() => change({ ctx: '' })} />
      )}
    </div>
  );
}

/** Hands the query to the documentation agent, where there is one. */
function AskInstead({ question }: { question: string }) {
  const { baseUrl } = useSite();
  const agent = useDocsAgent(baseUrl);
  if (agent === null) return null;
  return (
    <button type="button" className="search-ask" onClick={() => askPanel(question)}>
      Ask the agent instead
    </button>
  );
}

/** Of a query in everything: how many results are below a route; all of them together may be more than are shown. */
type Counts = (path: string) => string;

/** Known from a search in everything on, also when the reader then limits it. */
function useCounts(query: string, under: string | null, answer: SearchAnswer | null): Counts | null {
  const [counted, setCounted] = useState<{ query: string; answer: SearchAnswer } | null>(null);
  if (answer !== null && under === null && counted?.answer !== answer) setCounted({ query, answer });
  if (counted === null || counted.query !== query) return null;
  const { results, hasMore, counts } = counted.answer;
  return (path) => String(counts[path] ?? `${results.length}${hasMore ? '+' : ''}`);
}

interface FiltersProps {
  readonly context: SearchContext | null;
  readonly version: DocsVersion | null;
  readonly counts: Counts | null;
  change(changed: Partial<Asked>): void;
}

/** Where to search, and in which version where there are several. */
function SearchFilters({ context, version, counts, change }: FiltersProps) {
  const { searchContexts, docsVersions } = useSite();
  const places = [{ id: '', label: 'Everything', path: '/' }, ...searchContexts];
  const chosen = context?.id ?? '';
  const offered = places.filter(({ id, path }) => id === '' || id === chosen || counts?.(path) !== '0');
  return (
    <div className="search-filters needs-js">
      {offered.length > 1 && (
        <fieldset className="search-scope" aria-label="Search in">
          {offered.map(({ id, label, path }) => (
            <button key={id} type="button" aria-pressed={id === chosen} onClick={() => change({ ctx: id })}>
              {titleInList(label)} <small>{counts?.(path)}</small>
            </button>
          ))}
        </fieldset>
      )}
      {docsVersions.length > 1 && (
        <label>
          Version{' '}
          <select value={version?.name ?? ''} onChange={(event) => change({ version: event.target.value })}>
            {docsVersions.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/** One result: its kind, its link, the matching passage, and its location. */
function ResultEntry({ result }: { result: SearchResult }) {
  const operation = operationAt(result.url);
  return (
    <li data-place={result.place}>
      <p className="search-crumbs">
        <span className="search-badge">{kindOf(result.url)}</span> {result.trail.join(' › ')}
      </p>
      <SiteLink to={result.url}>
        <Marked segments={result.title} />
      </SiteLink>
      {operation !== null && (
        <p>
          <OperationPath operation={operation} name={result.name} />
        </p>
      )}
      {result.snippet !== null && (
        <p>
          <Marked segments={result.snippet} />
        </p>
      )}
    </li>
  );
}

/** Results beyond the limit are not counted. */
function countText({ results, hasMore }: SearchAnswer, context: SearchContext | null): string {
  if (results.length === 0)
    return context === null ? 'No documents were found' : `No documents were found in ${context.label}`;
  if (hasMore) return `More than ${results.length} documents found`;
  return results.length === 1 ? '1 document found' : `${results.length} documents found`;
}
