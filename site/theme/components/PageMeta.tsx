import { withBaseUrl } from '../../shared/urls.ts';
import { useRoute } from '../route-context.tsx';
import { useSite } from '../site-context.tsx';

/** Below the article: the same as Markdown, where it can be changed, and when it was. */
export function PageMeta() {
  const { baseUrl } = useSite();
  const { page } = useRoute();
  const twin = withBaseUrl(baseUrl, `${page.route}index.md`);
  return (
    <p className="updated">
      <span className="page-actions">
        <button
          type="button"
          className="needs-js"
          onClick={({ currentTarget }) => {
            import('../enhance/copy-page.ts').then(
              ({ copyPage }) => copyPage(currentTarget, twin),
              (cause: unknown) => console.warn('The page could not be copied.', cause),
            );
          }}
        >
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
