import type { Fragment } from '../shared/site.ts';
import { routeOf } from '../shared/urls.ts';

/** Why a page could not be fetched. */
class FragmentError extends Error {
  override readonly name = 'FragmentError';
  readonly url: string;
  readonly status: number | null;

  constructor(url: string, status: number | null, cause?: unknown) {
    super(status === null ? `Could not load ${url}` : `Could not load ${url}: status ${status}`, { cause });
    this.url = url;
    this.status = status;
  }
}

export interface Fragments {
  /** Fetches the page of an address, once; a failed fetch may be retried. */
  load(pathname: string): Promise<Fragment>;
}

/** The pages fetched so far in this visit. */
export function createFragments(baseUrl: string, get: (url: string) => Promise<Response>): Fragments {
  const cache = new Map<string, Promise<Fragment>>();
  return {
    async load(pathname) {
      const route = routeOf(baseUrl, pathname);
      if (route === null) throw new FragmentError(pathname, null);
      const url = `${baseUrl}${route.slice(1)}page.json`;
      const known = cache.get(url);
      if (known) return known;
      const loading = fetchFragment(url, get);
      cache.set(url, loading);
      loading.catch(() => cache.delete(url));
      return loading;
    },
  };
}

async function fetchFragment(url: string, get: (url: string) => Promise<Response>): Promise<Fragment> {
  let response: Response;
  try {
    response = await get(url);
  } catch (cause) {
    throw new FragmentError(url, null, cause);
  }
  if (!response.ok) throw new FragmentError(url, response.status);
  const fragment: unknown = await response.json();
  if (!isFragment(fragment)) throw new FragmentError(url, null, new Error('The file holds no page'));
  return fragment;
}

/** A host may return anything; pages of our build have a page object and its article. */
function isFragment(value: unknown): value is Fragment {
  return typeof value === 'object' && value !== null && 'page' in value && 'html' in value;
}
