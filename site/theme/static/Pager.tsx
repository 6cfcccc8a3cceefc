import type { Page } from '../../shared/site.ts';
import { SiteLink } from '../components/SiteLink.tsx';

/** Previous and next page in the order of the sidebar. */
export function Pager({ page }: { page: Page }) {
  if (!page.previous && !page.next) return null;
  return (
    <nav className="pager" aria-label="Docs pages">
      {page.previous && (
        <SiteLink className="pager-previous" rel="prev" to={page.previous.to}>
          <small>Previous</small>
          <span>{page.previous.label}</span>
        </SiteLink>
      )}
      {page.next && (
        <SiteLink className="pager-next" rel="next" to={page.next.to}>
          <small>Next</small>
          <span>{page.next.label}</span>
        </SiteLink>
      )}
    </nav>
  );
}
