import { useEffect, useState } from 'react';
import { withBaseUrl } from '../../shared/urls.ts';
import { useSite } from '../site-context.tsx';
import { SiteLink } from './SiteLink.tsx';
import { StartingCards } from './StartingPoints.tsx';

/** What an address without a page shows: the address, a search for its words, and where to start instead. */
export function NotFound() {
  const { baseUrl } = useSite();
  const [tried, setTried] = useState('');
  const [words, setWords] = useState('');
  // The file for missing pages is the same for all addresses: only the browser knows this one.
  useEffect(() => {
    setTried(location.pathname);
    setWords(wordsOf(location.pathname));
  }, []);
  return (
    <div className="prose not-found">
      <h1>Page Not Found</h1>
      <p>We could not find what you were looking for.</p>
      <code className="tried needs-js">{tried}</code>
      <form
        className="search-page needs-js"
        data-ready={tried !== ''}
        action={withBaseUrl(baseUrl, '/search/')}
      >
        <input
          name="q"
          aria-label="Search for"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <button type="submit" className="primary">
          Search
        </button>
      </form>
      <StartingCards />
      <p>
        Please contact the owner of the site that linked you to the original URL and let them know their link
        is broken.
      </p>
      <SiteLink to="/">Go to the home page</SiteLink>
    </div>
  );
}

/** The words of the last name in a path, without what is encoded in it. */
function wordsOf(pathname: string): string {
  const name =
    pathname
      .replace(/\/?(?:index)?(?:\.html)?$/, '')
      .split('/')
      .at(-1) ?? '';
  return name.replaceAll(/%[0-9A-F]{2}|[^\p{L}\p{N}]+/giu, ' ').trim();
}
