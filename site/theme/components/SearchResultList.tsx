import type { SearchAnswer } from '../../app/search-client.ts';
import type { SearchResult } from '../../shared/search/search.ts';
import type { SearchContext } from '../../shared/site.ts';
import { withBaseUrl } from '../../shared/urls.ts';
import { useSite } from '../site-context.tsx';
import { Marked } from './Marked.tsx';

interface SearchResultListProps {
  readonly id: string;
  readonly query: string;
  readonly answer: SearchAnswer;
  readonly selected: number;
  /** The part of the site that the search is limited to, if it is. */
  readonly context: SearchContext | null;
  /** Name of the version for the address of all results; null for the newest release. */
  readonly version: string | null;
  readonly onChoose: () => void;
}

/** The best results as options of the search box, and the way to all of them. */
export function SearchResultList(props: SearchResultListProps) {
  const { id, query, answer, selected, context, version, onChoose } = props;
  const site = useSite();
  const { results, correction } = answer;
  const parameters = new URLSearchParams({ q: query });
  if (context !== null) parameters.set('ctx', context.id);
  if (version !== null) parameters.set('version', version);
  return (
    <>
      {correction !== null && (
        <p className="search-correction" role="status">
          Showing results for <strong>{correction}</strong>
        </p>
      )}
      <div id={`${id}-list`} role="listbox" aria-label="Search results">
        {results.map((result, index) => (
          <Result
            key={`${result.url} ${result.part}`}
            id={`${id}-${index}`}
            result={result}
            isSelected={index === selected}
            onChoose={onChoose}
          />
        ))}
      </div>
      {results.length === 0 ? (
        <p className="search-none" role="status">
          No results
        </p>
      ) : (
        <a
          className="search-all"
          href={`${withBaseUrl(site.baseUrl, '/search/')}?${parameters}`}
          tabIndex={-1}
          onClick={onChoose}
        >
          See all results
        </a>
      )}
    </>
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
  const place = result.section ?? result.breadcrumb.join(' › ');
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
      <Marked segments={result.text} />
      {place !== '' && <small>{place}</small>}
    </a>
  );
}
