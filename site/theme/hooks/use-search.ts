import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, newAsker, type SearchAnswer, silence } from '../../app/search-client.ts';
import type { DocsVersion } from '../../shared/site.ts';

export interface SearchScope {
  readonly version: DocsVersion | null;
  /** Only results under this route; null for everything. */
  readonly under: string | null;
  readonly limit: number;
  readonly contextLength: number;
  /** True to search for the words as typed, without corrections. */
  readonly isLiteral: boolean;
  /** Routes below which results are counted; the same array at every call. */
  readonly counted?: readonly string[];
}

export interface SearchState {
  /** The latest response, perhaps to an earlier query; null before the first. */
  readonly answer: SearchAnswer | null;
  /** True when the response is to this query, and nothing in it will change. */
  readonly isFinal: boolean;
  readonly isLoading: boolean;
  /** Why the index did not load; null without an error. */
  readonly failure: string | null;
  /** Retries after a failure. */
  retry(): void;
  /** Loads the index ahead of the first query. */
  prepare(): void;
}

const NO_ROUTES: readonly string[] = [];

/** Results for a query, refreshed as query, version or scope change; nothing is fetched for an empty query. */
export function useSearch(query: string, scope: SearchScope): SearchState {
  const { version, under, limit, contextLength, isLiteral, counted = NO_ROUTES } = scope;
  const [asker] = useState(newAsker);
  const [answer, setAnswer] = useState<SearchAnswer | null>(null);
  /** The query of the response. */
  const [answered, setAnswered] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const prepared = useRef<DocsVersion | null>(null);

  const askFor = useCallback(
    (text: string) => {
      if (version === null) return;
      setFailure(null);
      setLoading(text !== '');
      ask(
        asker,
        version,
        text,
        { limit, contextLength, under, isLiteral, counted },
        {
          onAnswer(next) {
            setLoading(text !== '' && !next.isComplete);
            setAnswer(text === '' ? null : next);
            setAnswered(text);
          },
          onFailure(error) {
            setLoading(false);
            setFailure(text === '' ? null : error);
          },
        },
      );
    },
    [asker, version, under, limit, contextLength, isLiteral, counted],
  );

  useEffect(() => {
    if (query.trim() === '') {
      silence(asker);
      setAnswer(null);
      setLoading(false);
      setFailure(null);
      return;
    }
    askFor(query);
  }, [asker, query, askFor]);

  const prepare = useCallback(() => {
    if (prepared.current === version) return;
    prepared.current = version;
    askFor('');
  }, [version, askFor]);
  const isFinal = answer?.isComplete === true && answered === query && !isLoading;
  return { answer, isFinal, isLoading, failure, retry: () => askFor(query), prepare };
}
