import type {
  Announcement,
  ColorModePolicy,
  DocsVersion,
  NavItem,
  SearchContext,
  SiteData,
} from '../shared/site.ts';

/** Parts of the search index that are small enough to load first; the text loads after them. */
export const FIRST_TIER_SIZE = 4;

/** Route of the reference of the client library. */
export const CLIENT_REFERENCE = '/docs/p4_api/p4_2_typescript_client/';
/** The other pages about it: its functions, and its types. */
const CLIENT_PAGES = ['/docs/p4_api/p4_3_client_functions/', '/docs/p4_api/p4_4_client_types/'];

/** The title of the site and the links of its bars; missing sections are left out. */
export interface SiteParts {
  readonly baseUrl: string;
  readonly productUrl: string;
  readonly hasPlatformReference: boolean;
  readonly hasTutorials: boolean;
  readonly hasConformance: boolean;
  readonly hasClientReference: boolean;
  readonly announcement: Announcement | null;
  readonly colorMode: ColorModePolicy;
  readonly docsVersions: readonly DocsVersion[];
  readonly sidebars: Readonly<Record<string, string>>;
  readonly buildId: string;
}

/** The data that every page contains. */
export function createSiteData(parts: SiteParts): SiteData {
  const extensionPoints = section('Extension Points API', '/extension-points/');
  const platform = parts.hasPlatformReference ? [section('Platform API', '/api/')] : [];
  const tutorials = parts.hasTutorials ? [section('Tutorials', '/tutorials/')] : [];
  const conformance = parts.hasConformance ? [section('Conformance', '/conformance/')] : [];
  const client = (label: string) =>
    parts.hasClientReference ? [section(label, CLIENT_REFERENCE, ...CLIENT_PAGES)] : [];
  const docs = parts.docsVersions.find((version) => version.isLast)?.main ?? '/docs/p0_intro/';
  const searched = [
    section('Documentation', '/docs/'),
    extensionPoints,
    ...platform,
    ...tutorials,
    ...conformance,
  ];
  return {
    title: 'tessera',
    tagline: 'Build data products across technologies, and use data without knowing them all.',
    baseUrl: parts.baseUrl,
    copyright: 'Copyright © 2025 tessera contributors. Apache License 2.0.',
    navbar: [
      { label: 'Documentation', to: docs, sections: ['/docs/'] },
      extensionPoints,
      ...platform,
      ...client('Client'),
      ...tutorials,
      ...(parts.hasConformance ? [section('Conformance', '/conformance/')] : []),
      { label: 'Product', to: parts.productUrl },
    ],
    footer: [
      {
        title: 'Docs',
        links: [
          { label: 'Introduction', to: docs },
          extensionPoints,
          ...platform,
          ...client('TypeScript client'),
          ...tutorials,
          ...conformance,
        ],
      },
      { title: 'Community', links: [{ label: 'Contribute', to: `${docs}#take-part` }] },
      {
        title: 'More',
        links: [
          { label: 'Product', to: parts.productUrl },
          { label: 'Markdown page', to: '/markdown-page/' },
        ],
      },
    ],
    announcement: parts.announcement,
    colorMode: parts.colorMode,
    docsVersions: parts.docsVersions,
    locales: [{ code: 'en', label: 'English' }],
    documentRoutes: ['/extension-points/', '/api/'],
    sidebars: parts.sidebars,
    searchContexts: searched.map(toContext),
    buildId: parts.buildId,
  };
}

function section(label: string, route: string, ...others: readonly string[]): NavItem {
  return { label, to: route, sections: [route, ...others] };
}

function toContext({ label, to }: NavItem): SearchContext {
  return { id: to.slice(1, -1), label, path: to };
}
