import type { NavItem, SiteData } from '../shared/site.ts';

/** Parts of the search index that are small enough to come first; the text comes after them. */
export const FIRST_TIER_SIZE = 4;

/** What the site is called and where its bars lead; sections that do not exist are left out. */
export interface SiteParts {
  readonly baseUrl: string;
  readonly productUrl: string;
  readonly hasPlatformReference: boolean;
  readonly hasTutorials: boolean;
  readonly sidebarsUrl: string;
  readonly searchFiles: readonly [string, string];
  readonly buildId: string;
}

/** The data that every page carries. */
export function createSiteData(parts: SiteParts): SiteData {
  const extensionPoints: NavItem = {
    label: 'Extension Points API',
    to: '/extension-points/',
    section: '/extension-points/',
  };
  const platform: NavItem[] = parts.hasPlatformReference
    ? [{ label: 'Platform API', to: '/api/', section: '/api/' }]
    : [];
  const tutorials: NavItem[] = parts.hasTutorials
    ? [{ label: 'Tutorials', to: '/tutorials/', section: '/tutorials/' }]
    : [];
  return {
    title: 'tessera',
    tagline: 'Build data products across technologies, and use data without knowing them all.',
    baseUrl: parts.baseUrl,
    copyright: 'Copyright © 2025 tessera contributors. Apache License 2.0.',
    navbar: [
      { label: 'Documentation', to: '/docs/p0_intro/', section: '/docs/' },
      extensionPoints,
      ...platform,
      ...tutorials,
      { label: 'Product', to: parts.productUrl },
    ],
    footer: [
      {
        title: 'Docs',
        links: [{ label: 'Introduction', to: '/docs/p0_intro/' }, extensionPoints, ...platform, ...tutorials],
      },
      { title: 'Community', links: [{ label: 'Contribute', to: '/docs/p0_intro/#take-part' }] },
      {
        title: 'More',
        links: [
          { label: 'Product', to: parts.productUrl },
          { label: 'Markdown page', to: '/markdown-page/' },
        ],
      },
    ],
    announcement: null,
    docsVersions: [{ name: 'current', label: 'Next', path: '/docs/', isLast: true }],
    locales: [{ code: 'en', label: 'English' }],
    documentRoutes: ['/extension-points/', '/api/'],
    sidebarsUrl: parts.sidebarsUrl,
    search: { files: parts.searchFiles, tierSize: FIRST_TIER_SIZE },
    buildId: parts.buildId,
  };
}
