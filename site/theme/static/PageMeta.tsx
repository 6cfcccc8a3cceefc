import type { Page } from '../../shared/site.ts';
import { withBaseUrl } from '../../shared/urls.ts';
import { useSite } from '../site-context.tsx';

/** Below the article: the Markdown version, the edit link, and the date of the last change. */
export function PageMeta({ page }: { page: Page }) {
  const { baseUrl } = useSite();
  const twin = withBaseUrl(baseUrl, `${page.route}index.md`);
  return (
    <p className="updated">
      <span className="page-actions">
        <span className="page-action needs-js">
          <Icon path="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" />
          <button type="button" data-copy-page={twin}>
            Copy page as Markdown
          </button>
        </span>
        <span className="page-action">
          <Icon path="M4 1.5h5l3.5 3.5v9.5H4zM9 1.5V5h3.5M6 8.5h4.5M6 11h4.5" />
          <a href={twin}>View as Markdown</a>
        </span>
        {page.editUrl !== null && (
          <span className="page-action">
            <Icon path="m10.5 2.5 3 3-8 8h-3v-3zM8.5 4.5l3 3" />
            <a href={page.editUrl} target="_blank" rel="noopener noreferrer">
              Edit this page
            </a>
          </span>
        )}
      </span>
      {page.updated !== null && (
        <span>
          Last updated on <time dateTime={page.updated}>{formatDate(page.updated)}</time>
        </span>
      )}
    </p>
  );
}

/** A small drawing beside a quiet action. */
function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />
    </svg>
  );
}

function formatDate(iso: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));
}
