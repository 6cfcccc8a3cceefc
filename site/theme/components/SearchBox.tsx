import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { withBaseUrl } from '../../shared/urls.ts';
import { useBrowserLayoutEffect } from '../hooks/use-browser-layout-effect.ts';
import { useShortcut } from '../hooks/use-shortcut.ts';
import { Lazy, lazyPart } from '../lazy-part.tsx';
import { useRoute } from '../route-context.tsx';
import { useSite } from '../site-context.tsx';
import type { ListState } from './list-state.ts';
import { useShownVersion } from './VersionMenu.tsx';

const searchPanel = lazyPart(
  () => import('./SearchPanel.tsx'),
  (module) => module.SearchPanel,
  () => import('../styles/search-results.css?url'),
);

const NO_LIST: ListState = { isShown: false, isLoading: false, active: undefined };

/** The search in the bar; the page of all results has its own field. */
export function SearchBox() {
  return useRoute().page.kind === 'search' ? null : <Combobox />;
}

/** A field with results below. The code that searches and shows them is fetched when the pointer comes near. */
function Combobox() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [isNear, setNear] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [list, setList] = useState(NO_LIST);
  const hint = useShortcut(input);
  const { baseUrl } = useSite();
  // A reader may have typed before this script ran: the text is kept until React writes for the first time.
  useBrowserLayoutEffect(() => {
    const { current } = input;
    if (current === null) return;
    setQuery(current.value);
    if (current !== document.activeElement) return;
    setNear(true);
    setOpen(true);
  }, []);
  useWarmIndex(isNear);
  return (
    <search className="search" onPointerEnter={() => setNear(true)}>
      {/* Enter opens the selected result; without a selection, the browser opens the page of all results. */}
      <form
        action={withBaseUrl(baseUrl, '/search/')}
        onBlur={({ currentTarget, relatedTarget }) => {
          // Tab goes on into the panel, which would take the focus away with it.
          if (!currentTarget.contains(relatedTarget)) setOpen(false);
        }}
        onKeyDown={(event) => {
          const isOpening = !isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp');
          if (event.key !== 'Escape' && !isOpening) return;
          // Escape would also empty a search input.
          event.preventDefault();
          input.current?.focus();
          setOpen(isOpening);
        }}
      >
        <input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          placeholder="Search"
          aria-label="Search"
          aria-expanded={list.isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={list.active}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onFocus={() => {
            setNear(true);
            setOpen(true);
          }}
          onChange={(event) => {
            setQuery(event.target.value);
            setOpen(true);
          }}
        />
        {list.isLoading && query !== '' && (
          <span className="ring" role="status" aria-label="Loading search" />
        )}
        {query === '' ? (
          hint !== null && <kbd className="search-hint">{hint}</kbd>
        ) : (
          <ClearButton input={input} onClear={() => setQuery('')} />
        )}
        {isNear && (
          <Lazy
            part={searchPanel}
            props={{
              id,
              input,
              query,
              isOpen,
              onList: setList,
              onRecall: setQuery,
              onChoose: () => {
                setOpen(false);
                setQuery('');
                input.current?.blur();
              },
            }}
          />
        )}
      </form>
    </search>
  );
}

interface ClearButtonProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onClear: () => void;
}

/** Disappears with the text that it clears, so the focus moves to the box: the next letter belongs there. */
function ClearButton({ input, onClear }: ClearButtonProps) {
  const clear = () => {
    onClear();
    input.current?.focus();
  };
  return (
    <button type="button" className="search-clear" aria-label="Clear" onClick={clear}>
      ×
    </button>
  );
}

/** Fetches the index and the worker ahead: the script that requests them finds them in the browser's cache, or in flight. */
function useWarmIndex(isNear: boolean): void {
  const index = useShownVersion()?.search[0];
  useEffect(() => {
    if (!isNear) return;
    if (index !== undefined) warm(index);
    import('../../app/search-worker.ts?worker&url').then(
      ({ default: url }) => warm(url),
      () => {},
    );
  }, [isNear, index]);
}

/** Fetches ahead; the caller that needs it reports failures. */
function warm(url: string): void {
  fetch(url)
    .then((response) => response.blob())
    .catch(() => {});
}
