import type { ReactNode } from 'react';
import type { SidebarItem } from '../../shared/site.ts';
import { Lazy, lazyPart } from '../lazy-part.tsx';
import { useRoute } from '../route-context.tsx';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { ArticleBody } from './ArticleBody.tsx';
import { BackToTop } from './BackToTop.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { Drawer } from './Drawer.tsx';
import { CrashPage, ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Navbar } from './Navbar.tsx';
import { PageMeta } from './PageMeta.tsx';
import { Pager } from './Pager.tsx';
import { SidebarColumn } from './SidebarColumn.tsx';
import { MobileToc, Toc } from './Toc.tsx';
import { VersionBanner } from './VersionBanner.tsx';

/** The home page has styles that no other page needs; its own document carries them inline. */
const homeBody = lazyPart(
  () => Promise.resolve(ArticleBody),
  () => import('../styles/home.css?url'),
);
const notFound = lazyPart(() => import('./NotFound.tsx').then((module) => module.NotFound));
const searchPage = lazyPart(
  () => import('./SearchPage.tsx').then((module) => module.SearchPage),
  () => import('../styles/search-results.css?url'),
);

interface LayoutProps {
  readonly html: string | null;
  readonly sidebar: readonly SidebarItem[] | null;
}

/** Everything on the page: bar, sidebar, article, contents, footer. */
export function Layout({ html, sidebar }: LayoutProps) {
  const { page } = useRoute();
  return (
    <>
      <section aria-label="Skip to main content" tabIndex={-1} className="skip" data-skip-region="">
        <a href="#main">Skip to main content</a>
      </section>
      <AnnouncementBar />
      <Navbar />
      <Drawer sidebar={sidebar} />
      <div className="page">
        <ErrorBoundary
          place={page.route}
          fallback={(error, retry) => <CrashPage error={error} retry={retry} />}
        >
          <PageBody html={html} sidebar={sidebar} />
        </ErrorBoundary>
      </div>
      <Footer />
      <BackToTop />
    </>
  );
}

function PageBody({ html, sidebar }: LayoutProps) {
  const { page } = useRoute();
  if (page.kind === 'not-found') {
    return (
      <Main className="plain">
        <Lazy part={notFound} props={{}} />
      </Main>
    );
  }
  if (page.kind === 'search') {
    return (
      <Main className="search-main">
        <Lazy part={searchPage} props={{}} />
      </Main>
    );
  }
  if (page.kind === 'home') {
    return (
      <Main className="home">
        {html === null ? (
          <ArticleBody key={page.route} html={null} className="home-body" />
        ) : (
          <Lazy part={homeBody} props={{ html, className: 'home-body' }} />
        )}
      </Main>
    );
  }
  if (page.kind !== 'doc' || sidebar === null) {
    return (
      <Main className={page.kind === 'page' ? 'plain' : page.kind}>
        <ArticleBody
          key={page.route}
          html={html}
          className={page.kind === 'page' ? 'prose' : `${page.kind}-body`}
        />
      </Main>
    );
  }
  const hasToc = !page.hideToc && page.toc.length > 0;
  return (
    <div className="docs">
      <div className="reading" aria-hidden="true" />
      <SidebarColumn items={sidebar} label={sidebarLabel(page.sidebar)} />
      <Main className="docs-main">
        <VersionBanner />
        <Breadcrumbs />
        {page.unlisted && (
          <div className="admonition warning" role="note">
            <p className="admonition-title">Unlisted page</p>
            <p>
              This page is unlisted. Search engines will not index it, and only people with a direct link can
              read it.
            </p>
          </div>
        )}
        {hasToc && <MobileToc key={page.route} entries={page.toc} />}
        <article>
          <ArticleBody key={page.route} html={html} className="prose" />
        </article>
        <PageMeta />
        <Pager />
      </Main>
      {hasToc && (
        <div className="docs-toc">
          <Toc entries={page.toc} />
        </div>
      )}
    </div>
  );
}

function Main({ className, children }: { className: string; children: ReactNode }) {
  return (
    <main id="main" className={className} tabIndex={-1}>
      {children}
    </main>
  );
}

function sidebarLabel(name: string | null): string {
  return name === 'tutorials' ? 'Tutorials sidebar' : 'Docs sidebar';
}
