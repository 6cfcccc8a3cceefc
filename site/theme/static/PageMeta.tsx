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
        <button type="button" className="needs-js" data-copy-page={twin}>
          Copy page as Markdown
        </button>
        <a href={twin}>View as Markdown</a>
      </span>
      {page.editUrl !== null && (
        <a href={page.editUrl} target="_blank" rel="noopener noreferrer">
          Edit this page
        </a>
      )}
      {page.updated !== null && (
        <span>
          Last updated on <time dateTime={page.updated}>{formatDate(page.updated)}</time>
        </span>
      )}
    </p>
  );
}

function formatDate(iso: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));
}
