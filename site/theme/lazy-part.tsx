import { type ComponentType, useEffect, useState } from 'react';
import { LAZY_DELAY } from '../shared/constants.ts';

/** A component that is fetched when it is first needed. */
export interface LazyPart<P> {
  /** Null until it has been fetched. */
  component: ComponentType<P> | null;
  /** Fetches it, once; a failed attempt may be repeated. */
  load(): Promise<void>;
}

const known: { load(): Promise<void> }[] = [];

/** The import of a style sheet's address. */
type StyleModule = { readonly default: string };

/**
 * Declares a part: `fetch` imports its module, `pick` takes the component out of it and, in a browser, `fetchStyles`
 * imports the address of its style sheet.
 */
export function lazyPart<P, M>(
  fetch: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
  fetchStyles?: () => Promise<StyleModule>,
): LazyPart<P> {
  let loading: Promise<void> | null = null;
  const fetchModule = repeatable(fetch);
  const fetchSheet = fetchStyles && repeatable(fetchStyles);
  const addStyles = () => fetchSheet?.().then(({ default: url }) => addStyleSheet(url));
  const part: LazyPart<P> = {
    component: null,
    load() {
      loading ??= Promise.all([fetchModule(), typeof document === 'undefined' ? null : addStyles()]).then(
        ([module]) => {
          part.component = pick(module);
        },
        (cause: unknown) => {
          loading = null;
          throw cause;
        },
      );
      return loading;
    },
  };
  known.push(part);
  return part;
}

/** Browsers remember a failed import: a retry needs another address, which their error messages contain. */
function repeatable<M>(fetch: () => Promise<M>): () => Promise<M> {
  let address: string | undefined;
  let attempts = 0;
  return () =>
    (address ? import(/* @vite-ignore */ `${address}?${++attempts}`) : fetch()).catch((cause: unknown) => {
      address ??= /http[^\s?]+/.exec(String(cause))?.[0];
      throw cause;
    });
}

/**
 * Adds a style sheet after this element, or after all others. Settles when it applies; a failed load does not block the
 * content.
 */
export function addStyleSheet(url: string, after?: Element | null): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  if (document.querySelector(`link[href="${url}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
    if (after) after.after(link);
    else document.head.append(link);
  });
}

/** Fetches every part: the build must render it at once, and so must the first view. */
export async function loadParts(): Promise<void> {
  await Promise.all(known.map((part) => part.load()));
}

type Waiting =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'slow' }
  | { readonly kind: 'failed'; readonly error: unknown };

const QUIET: Waiting = { kind: 'quiet' };

/** Renders a part: nothing for a moment while it is fetched, then a spinner; an error with a way to retry. */
export function Lazy<P extends object>({ part, props }: { part: LazyPart<P>; props: P }) {
  const [waiting, setWaiting] = useState<Waiting>(QUIET);
  const [isHere, setHere] = useState(part.component !== null);
  const isTrying = !isHere && waiting.kind !== 'failed';
  useEffect(() => {
    if (!isTrying) return;
    let isStale = false;
    const timer = setTimeout(() => setWaiting({ kind: 'slow' }), LAZY_DELAY);
    part
      .load()
      .then(
        () => !isStale && setHere(true),
        (error: unknown) => !isStale && setWaiting({ kind: 'failed', error }),
      )
      .finally(() => clearTimeout(timer));
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [part, isTrying]);

  const Component = part.component;
  if (Component !== null) return <Component {...props} />;
  if (waiting.kind === 'quiet') return null;
  if (waiting.kind === 'slow') return <span className="ring lazy-ring" role="status" aria-label="Loading" />;
  return <LoadFailure error={waiting.error} retry={() => setWaiting(QUIET)} />;
}

/** Says why something could not be fetched, with a way to retry. */
export function LoadFailure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="lazy-failed" role="alert">
      <p>{String(error)}</p>
      <button type="button" onClick={retry}>
        Retry
      </button>
    </div>
  );
}
