import type { ReactNode } from 'react';
import type { SidebarItem, StaticParts } from '../../shared/site.ts';
import { Lazy, lazyPart } from '../lazy-part.tsx';
import { useRoute } from '../route-context.tsx';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { ArticleBody } from './ArticleBody.tsx';
import { Drawer } from './Drawer.tsx';
import { CrashPage, ErrorBoundary } from './ErrorBoundary.tsx';
import { Kept } from './Kept.tsx';
import { Navbar } from './Navbar.tsx';
import { SidebarColumn } from './SidebarColumn.tsx';

/** The home page has styles that no other page needs; its document inlines them. */
const homeBody = lazyPart(
  () => Promise.resolve(null),
  () => ArticleBody,
  () => import('../styles/home.css?url'),
);
const notFound = lazyPart(
  () => import('./NotFound.tsx'),
  (module) => module.NotFound,
  () => import('../styles/not-found.css?url'),
);
const searchPage = lazyPart(
  () => import('./SearchPage.tsx'),
  (module) => module.SearchPage,
  () => import('../styles/search-results.css?url'),
);

interface LayoutProps {
  /** Null for the initial page. */
  readonly parts: StaticParts | null;
  readonly sidebar: readonly SidebarItem[] | null;
}

/** Everything on the page: bar, sidebar, article, contents, footer. */
export function Layout({ parts, sidebar, footer }: LayoutProps & { readonly footer: string | null }) {
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
          <PageBody parts={parts} sidebar={sidebar} />
        </ErrorBoundary>
      </div>
      <Kept as="footer" className="footer" html={footer} />
    </>
  );
}

function PageBody({ parts, sidebar }: LayoutProps) {
  const { page } = useRoute();
  const html = parts?.html ?? null;
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
  return (
    <div className="docs">
      <div className="reading" aria-hidden="true" />
      <SidebarColumn items={sidebar} label={sidebarLabel(page.sidebar)} />
      <ArticleBody key={page.route} html={html} className="docs-main" isMain />
      {page.hasToc && <Kept key={`${page.route}#`} className="docs-toc" html={parts?.toc ?? null} />}
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
