import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { SEARCH_CONTEXT_LENGTH, SEARCH_RESULT_LIMIT } from '../../shared/constants.ts';
import type { SearchResult } from '../../shared/search/search.ts';
import { withBaseUrl } from '../../shared/urls.ts';
import { useSearch } from '../hooks/use-search.ts';
import { useSite } from '../site-context.tsx';
import { Marked } from './Marked.tsx';

const OPTIONS = { limit: SEARCH_RESULT_LIMIT, contextLength: SEARCH_CONTEXT_LENGTH };

/** The search in the bar: a combobox whose list opens as the reader types. */
export function SearchBox() {
  const site = useSite();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [selected, setSelected] = useState(0);
  const { answer, isLoading, prepare } = useSearch(query, OPTIONS);
  const hint = useShortcut(input);
  const results = answer?.results ?? [];
  const isShown = isOpen && query.trim() !== '' && answer !== null;

  const reset = () => {
    setOpen(false);
    setQuery('');
    input.current?.blur();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // A search input would also empty itself.
      event.preventDefault();
      setOpen(false);
      return;
    }
    if (!isShown) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setSelected((selected + step + results.length) % results.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      list.current?.querySelectorAll<HTMLAnchorElement>('a')[selected]?.click();
    }
  };
  const all = `${withBaseUrl(site.baseUrl, '/search/')}?q=${encodeURIComponent(query)}`;
  return (
    <search className="search" onPointerEnter={prepare}>
      <input
        ref={input}
        type="search"
        role="combobox"
        placeholder="Search"
        aria-label="Search"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isShown && results.length > 0 && { 'aria-activedescendant': `${id}-${selected}` })}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onFocus={() => {
          prepare();
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setQuery(event.target.value);
          setSelected(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      {isLoading && query !== '' && <span className="ring" role="status" aria-label="Loading search" />}
      {query === '' ? (
        hint !== null && <kbd className="search-hint">{hint}</kbd>
      ) : (
        <button type="button" className="search-clear" aria-label="Clear" onClick={() => setQuery('')}>
          ×
        </button>
      )}
      {isShown && (
        // The input keeps the focus, or its blur would close the list before the click arrives.
        <div className="search-panel" ref={list} onPointerDown={(event) => event.preventDefault()}>
          <div id={`${id}-list`} role="listbox" aria-label="Search results">
            {results.map((result, index) => (
              <Result
                key={`${result.url} ${result.part}`}
                id={`${id}-${index}`}
                result={result}
                isSelected={index === selected}
                onChoose={reset}
              />
            ))}
          </div>
          {results.length === 0 ? (
            <p className="search-none" role="status">
              No results
            </p>
          ) : (
            <a className="search-all" href={all} tabIndex={-1} onClick={() => setOpen(false)}>
              See all results
            </a>
          )}
        </div>
      )}
    </search>
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
      {result.section !== null && <small>{result.section}</small>}
    </a>
  );
}

/** Ctrl+K, on Apple systems Cmd+K, from anywhere; returns the keys to show once the system is known. */
function useShortcut(input: React.RefObject<HTMLInputElement | null>): string | null {
  const [hint, setHint] = useState<string | null>(null);
  useEffect(() => {
    const isApple = /mac|iphone|ipad|ipod/i.test(navigator.platform);
    setHint(isApple ? '⌘ K' : 'ctrl K');
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const hasModifier = isApple ? event.metaKey : event.ctrlKey;
      if (!hasModifier || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);
  return hint;
}
