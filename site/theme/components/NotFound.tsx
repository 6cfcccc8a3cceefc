import { SiteLink } from './SiteLink.tsx';
import { StartingPoints } from './StartingPoints.tsx';

/** What an address without a page shows. */
export function NotFound() {
  return (
    <div className="prose not-found">
      <h1>Page Not Found</h1>
      <p>We could not find what you were looking for.</p>
      <p>
        Please contact the owner of the site that linked you to the original URL and let them know their link
        is broken.
      </p>
      <nav aria-label="Starting points">
        <SiteLink to="/">Go to the home page</SiteLink>, or start from <StartingPoints />.
      </nav>
    </div>
  );
}
