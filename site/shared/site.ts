/** The data that build and browser share: what a page is, and what every page knows about the site. */

export interface NavItem {
  readonly label: string;
  /** A route beginning with `/`, or an absolute URL. */
  readonly to: string;
  /** The item is active on every route that begins with one of these. */
  readonly sections?: readonly string[];
}

export interface FooterGroup {
  readonly title: string;
  readonly links: readonly NavItem[];
}

export interface Announcement {
  /** A changed id shows the bar again to those who closed it. */
  readonly id: string;
  /** Inline HTML. */
  readonly html: string;
  readonly closeable: boolean;
}

export interface DocsVersion {
  /** `current` for what is not released yet, otherwise the release, for example `2.3.0`. */
  readonly name: string;
  readonly label: string;
  /** Route that all its pages begin with. */
  readonly path: string;
  /** Route of its main document. */
  readonly main: string;
  /** True for the newest release. */
  readonly isLast: boolean;
  /** Its search index in two files: titles and headings first, then the text. */
  readonly search: readonly [string, string];
}

/**
 * The color mode: the reader's switch, initially light; the switch, initially the system's preference; or always light.
 */
export type ColorModePolicy = 'switch' | 'system' | 'light';

/** A part of the site that a search can be limited to. */
export interface SearchContext {
  readonly id: string;
  readonly label: string;
  /** Routes that begin with this belong to it. */
  readonly path: string;
}

/** Identical on every page of one build. */
export interface SiteData {
  readonly title: string;
  readonly tagline: string;
  readonly baseUrl: string;
  readonly copyright: string;
  readonly navbar: readonly NavItem[];
  readonly footer: readonly FooterGroup[];
  readonly announcement: Announcement | null;
  readonly colorMode: ColorModePolicy;
  readonly docsVersions: readonly DocsVersion[];
  readonly locales: readonly { readonly code: string; readonly label: string }[];
  /** Routes of separate documents: links to them always load the page. */
  readonly documentRoutes: readonly string[];
  /** URL of each complete sidebar by its name, hashed. */
  readonly sidebars: Readonly<Record<string, string>>;
  readonly searchContexts: readonly SearchContext[];
  /** Changes whenever a script or style does; a fragment of another build makes the browser load the page anew. */
  readonly buildId: string;
}

/** What the browser knows of the site; all else of it is in the HTML that the build rendered. */
export type ShownSite = Omit<SiteData, 'tagline' | 'copyright' | 'footer'>;

export interface TocEntry {
  readonly id: string;
  readonly level: number;
  /** Inline HTML of the heading, without links. */
  readonly html: string;
}

export interface Crumb {
  readonly label: string;
  readonly to?: string;
}

export interface PagerLink {
  readonly label: string;
  readonly to: string;
}

export interface SidebarDoc {
  readonly kind: 'doc';
  readonly label: string;
  readonly to: string;
}

export interface SidebarCategory {
  readonly kind: 'category';
  readonly label: string;
  /** The category's own page, if it has one. */
  readonly to?: string;
  /** Without such a page: the one that lists what is inside. */
  readonly list?: string;
  /** Where the category leads when scripts do not run: its first page, which no category beside it holds. */
  readonly first: string;
  /** Null when the static page left a closed branch out; the complete sidebar has it. */
  readonly items: readonly SidebarItem[] | null;
}

export type SidebarItem = SidebarDoc | SidebarCategory;

export type Sidebars = Readonly<Record<string, readonly SidebarItem[]>>;

export type PageKind = 'home' | 'doc' | 'page' | 'reference' | 'search' | 'not-found';

export interface Page {
  /** Canonical route: begins and ends with `/`. */
  readonly route: string;
  readonly kind: PageKind;
  readonly title: string;
  /** Title for the window, where `title` alone is that of another page, too. */
  readonly fullTitle?: string;
  readonly description: string;
  readonly toc: readonly TocEntry[];
  readonly breadcrumbs: readonly Crumb[];
  readonly previous: PagerLink | null;
  readonly next: PagerLink | null;
  /** Name of the sidebar beside the page, or null. */
  readonly sidebar: string | null;
  readonly hideToc: boolean;
  readonly unlisted: boolean;
  /** ISO date of the last change, when known. */
  readonly updated: string | null;
  /** Where the source of the page can be edited, when the site says so. */
  readonly editUrl: string | null;
  /** The version of the documentation that the page belongs to; null outside the documentation. */
  readonly docs: PageVersion | null;
  /**
   * In another version than the newest release: the sections that differ from the same page there. Absent when the newest
   * release does not have the page.
   */
  readonly differences?: readonly PagerLink[];
}

export interface PageVersion {
  readonly version: string;
  /** Route of the same document in each version that has it. */
  readonly routes: Readonly<Record<string, string>>;
}

/** What the browser knows of a page; all else of it is in the HTML that the build rendered. */
export interface ShownPage
  extends Pick<Page, 'route' | 'kind' | 'title' | 'fullTitle' | 'description' | 'sidebar' | 'docs'> {
  /** True when its headings stand beside the article. */
  readonly hasToc: boolean;
}

/** The parts of a page that the build renders and that React keeps as they are. */
export interface StaticParts {
  /** Content of the main element. */
  readonly html: string;
  /** Its headings, beside the article; empty for a page without them. */
  readonly toc: string;
}

/** What a client navigation fetches: `page.json` in the page's folder. */
export interface Fragment extends StaticParts {
  readonly buildId: string;
  readonly page: ShownPage;
}

/** What the static file carries for the first render; the article stays in the document. */
export interface Boot {
  readonly site: ShownSite;
  readonly page: ShownPage;
  /** The page's sidebar with closed branches left out. */
  readonly sidebar: readonly SidebarItem[];
}
