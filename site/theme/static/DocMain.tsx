import type { Page } from '../../shared/site.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { PageMeta } from './PageMeta.tsx';
import { Pager } from './Pager.tsx';
import { MobileToc } from './Toc.tsx';
import { VersionBanner } from './VersionBanner.tsx';

/** True for a page whose headings are listed beside its article. */
export function hasToc(page: Page): boolean {
  return page.kind === 'doc' && !page.hideToc && page.toc.length > 0;
}

/** The article of a document and its related parts: the build renders this, the browser leaves it unchanged. */
export function DocMain({ page, html }: { page: Page; html: string }) {
  return (
    <>
      <VersionBanner page={page} />
      <Breadcrumbs page={page} />
      {page.unlisted && (
        <div className="admonition warning" role="note">
          <p className="admonition-title">Unlisted page</p>
          <p>
            This page is unlisted. Search engines will not index it, and only people with a direct link can
            read it.
          </p>
        </div>
      )}
      {hasToc(page) && <MobileToc entries={page.toc} />}
      <article>
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
      <PageMeta page={page} />
      <Pager page={page} />
    </>
  );
}
