import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { App } from '../../app/App.tsx';
import type { Boot, Page, ShownPage, SidebarItem, SiteData, StaticParts } from '../../shared/site.ts';
import { RouteProvider } from '../../theme/route-context.tsx';
import { SiteProvider } from '../../theme/site-context.tsx';
import { DocMain, hasToc } from '../../theme/static/DocMain.tsx';
import { Footer } from '../../theme/static/Footer.tsx';
import { Toc } from '../../theme/static/Toc.tsx';
import { type DocumentAssets, renderDocument } from './document.ts';

export interface PageInput {
  readonly site: SiteData;
  readonly page: Page;
  /** The page's sidebar with closed branches left out. */
  readonly sidebar: readonly SidebarItem[];
  /** The article. */
  readonly html: string;
  /** The inlined and linked files of a document with this body. */
  readonly assetsOf: (body: string) => DocumentAssets;
  /** Origin of the published site. */
  readonly url: string;
}

export interface RenderedPage {
  /** The whole HTML file. */
  readonly document: string;
  /** The parts that navigation in place puts into the shell of another page. */
  readonly parts: StaticParts;
}

/** Renders a page to its document and its parts. @throws Error naming the page when its tree cannot be rendered */
export function renderPage({ site, page, sidebar, html, assetsOf, url }: PageInput): RenderedPage {
  try {
    const { tagline: _, copyright: __, footer: ___, ...shownSite } = site;
    const boot: Boot = { site: shownSite, page: shownOf(page), sidebar };
    const parts = renderParts(site, page, html);
    const footer = renderStatic(site, boot.page, <Footer site={site} />);
    const body = renderToString(<App boot={boot} parts={{ ...parts, footer }} driver={null} />);
    const isInteractive = page.kind === 'reference';
    const document = renderDocument({ boot, page, body, assets: assetsOf(body), url, isInteractive });
    return { document, parts };
  } catch (cause) {
    throw new Error(`${page.route} could not be rendered`, { cause });
  }
}

/** The data of a page for the browser. */
export function shownOf(page: Page): ShownPage {
  const { route, kind, title, fullTitle, description, sidebar, docs } = page;
  const shown = { route, kind, title, description, sidebar, docs, hasToc: hasToc(page) };
  return fullTitle === undefined ? shown : { ...shown, fullTitle };
}

function renderParts(site: SiteData, page: Page, html: string): StaticParts {
  if (page.kind !== 'doc') return { html, toc: '' };
  const shown = shownOf(page);
  return {
    html: renderStatic(site, shown, <DocMain page={page} html={html} />),
    toc: shown.hasToc ? renderStatic(site, shown, <Toc entries={page.toc} />) : '',
  };
}

function renderStatic(site: SiteData, page: ShownPage, part: ReactNode): string {
  const route = { page, place: null };
  return renderToStaticMarkup(
    <SiteProvider site={site}>
      <RouteProvider route={route}>{part}</RouteProvider>
    </SiteProvider>,
  );
}
