import type { SearchAnswer } from '../../app/search-client.ts';
import { kindOf, operationAt, type ResultKind } from '../../shared/search/kind.ts';
import type { SearchResult } from '../../shared/search/present.ts';
import type { SearchContext } from '../../shared/site.ts';
import { withBaseUrl } from '../../shared/urls.ts';
import { useSite } from '../site-context.tsx';
import { Marked } from './Marked.tsx';
import { OperationPath } from './OperationPath.tsx';
import { NoResultHints, ReplacedWords } from './SearchNotes.tsx';

interface SearchResultListProps {
  readonly id: string;
  readonly query: string;
  readonly answer: SearchAnswer;
  /** False while the rows may change. */
  readonly isFinal: boolean;
  readonly isLiteral: boolean;
  readonly selected: number;
  /** The part of the site that the search is limited to, if it is. */
  readonly context: SearchContext | null;
  /** Name of the version for the address of all results; null for the newest release. */
  readonly version: string | null;
  readonly onChoose: () => void;
  readonly onLiteral: () => void;
  readonly onWiden: () => void;
  /** Asks the documentation agent; absent without an agent. */
  readonly onAsk?: (() => void) | undefined;
}

/** The best results as options of the search box, and the way to all of them. */
export function SearchResultList(props: SearchResultListProps) {
  const { id, query, answer, isFinal, selected, onChoose, onAsk, onLiteral } = props;
  const { results, replaced } = answer;
  const isEmpty = results.length === 0;
  return (
    <>
      {isFinal && <ReplacedWords replaced={replaced} hasResults={results.length > 0} onLiteral={onLiteral} />}
      {isEmpty && <ListEnd {...props} />}
      <div id={`${id}-list`} role="listbox" aria-label="Search results">
        {groupResults(results).map((group) => (
          <div key={group.kind} role="group" aria-label={group.kind}>
            <p className="search-kind" aria-hidden="true">
              {group.kind}
            </p>
            {group.results.map(({ result, index }) => (
              <Result
                key={`${result.url} ${result.part}`}
                id={`${id}-${index}`}
                result={result}
                isSelected={index === selected}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
        {onAsk !== undefined && (
          <button
            id={`${id}-${results.length}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={selected === results.length}
            className="search-result search-question"
            data-place="none"
            onClick={onAsk}
          >
            Ask: {query.trim()}
          </button>
        )}
      </div>
      {!isEmpty && <ListEnd {...props} />}
    </>
  );
}

/** Replaces the last line of the list while it may change. */
export function Searching() {
  return (
    <p className="search-busy" role="status">
      Searching …
    </p>
  );
}

/** The way to all results, or what to do without any; the question to the agent stays below the latter. */
function ListEnd(props: SearchResultListProps) {
  const { query, answer, isFinal, isLiteral, context, version, onChoose, onWiden } = props;
  const { baseUrl } = useSite();
  if (!isFinal) return <Searching />;
  if (answer.results.length === 0)
    return (
      <div className="search-none">
        <p role="status">No results{context !== null && ` in ${context.label}`}</p>
        <NoResultHints elsewhere={answer.elsewhere} onWiden={onWiden} onLeave={onChoose} />
      </div>
    );
  const parameters = new URLSearchParams({ q: query });
  if (context !== null) parameters.set('ctx', context.id);
  if (version !== null) parameters.set('version', version);
  if (isLiteral) parameters.set('literal', '1');
  return (
    <a
      className="search-all"
      href={`${withBaseUrl(baseUrl, '/search/')}?${parameters}`}
      tabIndex={-1}
      onClick={onChoose}
    >
      See all results
      <span className="search-keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </span>
    </a>
  );
}

interface ResultProps {
  readonly id: string;
  readonly result: SearchResult;
  readonly isSelected: boolean;
  readonly onChoose: () => void;
}

function Result({ id, result, isSelected, onChoose }: ResultProps) {
  const site = useSite();
  const operation = operationAt(result.url);
  const place = result.trail.join(' › ');
  return (
    <a
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className="search-result"
      data-place={result.place}
      href={withBaseUrl(site.baseUrl, result.url)}
      onClick={onChoose}
    >
      <Marked segments={result.title} />
      {place !== '' && <small className="search-place">{place}</small>}
      {operation !== null && <OperationPath operation={operation} name={result.name} />}
      {result.snippet !== null && (
        <small className="search-snippet">
          <Marked segments={result.snippet} />
        </small>
      )}
    </a>
  );
}

interface Group {
  readonly kind: ResultKind;
  readonly results: { readonly result: SearchResult; readonly index: number }[];
}

/** Results grouped by kind, the kind of the best one first; the keys move through them in that order. */
function groupResults(results: readonly SearchResult[]): Group[] {
  const groups = new Map<ResultKind, SearchResult[]>();
  for (const result of results) {
    const kind = kindOf(result.url);
    groups.set(kind, [...(groups.get(kind) ?? []), result]);
  }
  let index = 0;
  return [...groups].map(([kind, own]) => ({
    kind,
    results: own.map((result) => ({ result, index: index++ })),
  }));
}
