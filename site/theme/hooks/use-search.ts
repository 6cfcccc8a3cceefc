import { useCallback, useEffect, useRef, useState } from 'react';
import { type SearchAnswer, searchClient } from '../../app/search-client.ts';
import type { SearchOptions } from '../../shared/search/search.ts';
import { useSite } from '../site-context.tsx';

export interface SearchState {
  /** Null before the first answer to this query. */
  readonly answer: SearchAnswer | null;
  readonly isLoading: boolean;
  /** Loads the index ahead of the first query. */
  prepare(): void;
}

/** Results for a query, refreshed as it changes; nothing is fetched for an empty one. */
export function useSearch(query: string, { limit, contextLength }: SearchOptions): SearchState {
  const site = useSite();
  const [answer, setAnswer] = useState<SearchAnswer | null>(null);
  const [isLoading, setLoading] = useState(false);
  const isPrepared = useRef(false);

  const ask = useCallback(
    (text: string) =>
      searchClient(site).ask(text, { limit, contextLength }, (next) => {
        setLoading(!next.isComplete);
        setAnswer(text === '' ? null : next);
      }),
    [site, limit, contextLength],
  );

  useEffect(() => {
    if (query.trim() === '') {
      setAnswer(null);
      setLoading(false);
      return;
    }
    setLoading(true);
    ask(query);
  }, [query, ask]);

  const prepare = useCallback(() => {
    if (isPrepared.current) return;
    isPrepared.current = true;
    ask('');
  }, [ask]);
  return { answer, isLoading, prepare };
}
