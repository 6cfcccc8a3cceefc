import { useEffect, useRef, useState } from 'react';
import { SEARCH_PAGE_CONTEXT_LENGTH, SEARCH_PAGE_RESULT_LIMIT } from '../../shared/constants.ts';
import { documentTitle } from '../../shared/title.ts';
import { useSearch } from '../hooks/use-search.ts';
import { useRoute } from '../route-context.tsx';
import { useSite } from '../site-context.tsx';
import { Marked } from './Marked.tsx';
import { SiteLink } from './SiteLink.tsx';

const OPTIONS = { limit: SEARCH_PAGE_RESULT_LIMIT, contextLength: SEARCH_PAGE_CONTEXT_LENGTH };
const EMPTY_TITLE = 'Search the documentation';

/** All results of a query, which stands in the address. */
export function SearchPage() {
  const site = useSite();
  const { page, search } = useRoute();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const { answer, isLoading } = useSearch(query, OPTIONS);
  const title = query === '' ? EMPTY_TITLE : `Search results for "${query}"`;

  // The address decides: on the first visit, on Back, and when the bar leads here. `search` says that it changed.
  // `search` only says that the address has changed.
  useEffect(() => {
    setQuery(new URLSearchParams(location.search).get('q') ?? '');
    input.current?.focus({ preventScroll: true });
  }, [search]);

  useEffect(() => {
    document.title = documentTitle({ kind: page.kind, title }, site.title);
  }, [title, page.kind, site.title]);

  const onChange = (text: string) => {
    setQuery(text);
    const url = new URL(location.href);
    if (text === '') url.searchParams.delete('q');
    else url.searchParams.set('q', text);
    history.replaceState(history.state, '', url);
  };
  const results = answer?.results ?? [];
  return (
    <div className="search-page">
      <h1>{title}</h1>
      <input
        ref={input}
        type="search"
        aria-label="Search the documentation"
        placeholder="Type your search here"
        autoComplete="off"
        value={query}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="search-count" role="status">
        {answer !== null && !isLoading && countText(results.length)}
      </p>
      <ol>
        {results.map((result) => (
          <li key={`${result.url} ${result.part}`}>
            <SiteLink to={result.url}>
              {result.section === null ? <Marked segments={result.text} /> : result.section}
            </SiteLink>
            {result.section !== null && (
              <p>
                <Marked segments={result.text} />
              </p>
            )}
            {result.breadcrumb.length > 0 && <p className="search-crumbs">{result.breadcrumb.join(' › ')}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}

function countText(count: number): string {
  if (count === 0) return 'No documents were found';
  return count === 1 ? '1 document found' : `${count} documents found`;
}
