import { type RefObject, useEffect, useState } from 'react';
import { browserStorage } from '../../app/storage.ts';
import { RECENT_QUERIES_KEY, SEARCH_CONTEXT_LENGTH, SEARCH_RESULT_LIMIT } from '../../shared/constants.ts';
import { addRecent, readRecent } from '../../shared/search/recent.ts';
import type { SearchContext } from '../../shared/site.ts';
import { askPanel } from '../ask/docs-agent.ts';
import { useDocsAgent } from '../ask/use-docs-agent.ts';
import { useSearch } from '../hooks/use-search.ts';
import { LoadFailure } from '../lazy-part.tsx';
import { useRoute } from '../route-context.tsx';
import { useSite } from '../site-context.tsx';
import type { ListState } from './list-state.ts';
import { Searching, SearchResultList } from './SearchResultList.tsx';
import { SiteLink } from './SiteLink.tsx';
import { useSections } from './StartingPoints.tsx';
import { useShownVersion } from './VersionMenu.tsx';

export interface SearchPanelProps {
  readonly id: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly isOpen: boolean;
  readonly onList: (list: ListState) => void;
  /** Puts a recent query into the box. */
  readonly onRecall: (query: string) => void;
  readonly onChoose: () => void;
}

const OPTIONS = { limit: SEARCH_RESULT_LIMIT, contextLength: SEARCH_CONTEXT_LENGTH };

/** The content below the search box: results, or recent queries while it is empty. */
export function SearchPanel({ id, input, query, isOpen, onList, onRecall, onChoose }: SearchPanelProps) {
  const { searchContexts, baseUrl } = useSite();
  const { page } = useRoute();
  const version = useShownVersion();
  const [isLimited, setLimited] = useState(false);
  const context = searchContexts.find(({ path }) => page.route.startsWith(path)) ?? null;
  const under = isLimited && context !== null ? context.path : null;
  /** The query that the reader wants to be searched as typed. */
  const [literal, setLiteral] = useState<string | null>(null);
  const isLiteral = literal === query;
  const scope = { ...OPTIONS, version, under, isLiteral };
  const { answer, isFinal, isLoading, failure, retry, prepare } = useSearch(query, scope);
  const isShown = isOpen && answer !== null;
  const canAsk = useDocsAgent(baseUrl) !== null;
  const results = answer?.results.length ?? 0;
  // Rows that may change cannot be chosen by key. Without results, Enter leads to the page of all results.
  const count = isShown && isFinal ? results + (canAsk ? 1 : 0) : 0;
  const first = isFinal && results > 0 ? 0 : -1;
  const [selected, setSelected] = useSelection(input, id, { count, first, query: `${query} ${under}` });

  const isEmpty = query.trim() === '';
  // The pointer is near the box: the index may load before the first letter.
  useEffect(() => {
    if (isEmpty) prepare();
  }, [isEmpty, prepare]);
  useEffect(() => {
    onList({ isShown, isLoading, active: count > 0 && selected >= 0 ? `${id}-${selected}` : undefined });
  }, [onList, isShown, isLoading, id, selected, count]);

  if (!isOpen) return null;
  if (isEmpty) return <Recent onRecall={onRecall} onChoose={onChoose} />;
  return (
    // The input keeps the focus, or its blur would close the list before the click arrives.
    <div className="search-panel" onPointerDown={(event) => event.preventDefault()}>
      {failure !== null && <LoadFailure error={failure} retry={retry} />}
      {context !== null && (
        <Scope
          context={context}
          isLimited={isLimited}
          onLimit={(next) => {
            setLimited(next);
            setSelected(first);
          }}
        />
      )}
      {answer === null && failure === null && <Searching />}
      {answer !== null && (
        <SearchResultList
          id={id}
          query={query}
          answer={answer}
          isFinal={isFinal}
          isLiteral={isLiteral}
          selected={selected}
          context={isLimited ? context : null}
          version={version === null || version.isLast ? null : version.name}
          onLiteral={() => setLiteral(query)}
          onWiden={() => setLimited(false)}
          onAsk={
            canAsk
              ? () => {
                  askPanel(query.trim());
                  onChoose();
                }
              : undefined
          }
          onChoose={() => {
            const storage = browserStorage();
            storage.set(RECENT_QUERIES_KEY, addRecent(storage.get(RECENT_QUERIES_KEY), query.trim()));
            onChoose();
          }}
        />
      )}
    </div>
  );
}

interface Options {
  readonly count: number;
  /** The option that is selected initially; -1 for none. */
  readonly first: number;
  /** Each new query has a new selection. */
  readonly query: string;
}

/** The selected option: the arrow keys move it, Enter opens it. */
function useSelection(
  input: RefObject<HTMLInputElement | null>,
  id: string,
  { count, first, query }: Options,
): [number, (selected: number) => void] {
  const [selection, setSelection] = useState<{ query: string; at: number }>();
  const at = selection?.query === query ? selection.at : first;
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  useEffect(() => {
    const box = input.current;
    if (!box || count === 0) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        const isInside = at + step >= 0 && at + step < count && at >= 0;
        setSelection({ query, at: isInside ? at + step : step > 0 ? 0 : count - 1 });
      } else if (event.key === 'Enter' && at >= 0) document.getElementById(`${id}-${at}`)?.click();
      else return;
      event.preventDefault();
    };
    box.addEventListener('keydown', onKeyDown);
    return () => box.removeEventListener('keydown', onKeyDown);
  }, [input, id, count, query, at]);
  return [at, (next) => setSelection({ query, at: next })];
}

interface ScopeProps {
  readonly context: SearchContext;
  readonly isLimited: boolean;
  readonly onLimit: (isLimited: boolean) => void;
}

function Scope({ context, isLimited, onLimit }: ScopeProps) {
  return (
    <fieldset className="search-scope" aria-label="Search in">
      <button type="button" tabIndex={-1} aria-pressed={!isLimited} onClick={() => onLimit(false)}>
        Everything
      </button>
      <button type="button" tabIndex={-1} aria-pressed={isLimited} onClick={() => onLimit(true)}>
        {context.label}
      </button>
    </fieldset>
  );
}

/** Number of suggestions for a reader who has not searched before. */
const STARTS = 4;

function Starts({ onChoose }: Pick<SearchPanelProps, 'onChoose'>) {
  const starts = useSections().slice(0, STARTS);
  return (
    <div className="search-panel" onPointerDown={(event) => event.preventDefault()}>
      <p className="search-recent-title">Start here</p>
      <ul className="search-recent">
        {starts.map(({ label, to }) => (
          <li key={to}>
            <SiteLink to={to} onClick={onChoose}>
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Recent({ onRecall, onChoose }: Pick<SearchPanelProps, 'onRecall' | 'onChoose'>) {
  const queries = readRecent(browserStorage().get(RECENT_QUERIES_KEY));
  if (queries.length === 0) return <Starts onChoose={onChoose} />;
  return (
    <div className="search-panel" onPointerDown={(event) => event.preventDefault()}>
      <p className="search-recent-title">Recent searches</p>
      <ul className="search-recent">
        {queries.map((query) => (
          <li key={query}>
            <button type="button" onClick={() => onRecall(query)}>
              {query}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
