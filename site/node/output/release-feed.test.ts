import { releases } from '@tessera/contracts/releases';
import { expect, it } from 'vitest';
import { searchPage } from '../pages.tsx';
import { createSiteData } from '../site-data.ts';
import { renderReleaseFeed } from './release-feed.ts';

const site = createSiteData({
  baseUrl: '/',
  productUrl: 'https://product.example',
  hasPlatformReference: true,
  hasTutorials: false,
  hasConformance: false,
  announcement: null,
  colorMode: 'switch',
  docsVersions: [],
  sidebars: {},
  buildId: '1',
});

it('[158] the feed leads to the release notes, newest first, and to the site where there are none', () => {
  const page = searchPage();
  const notes = { ...page, page: { ...page.page, route: '/docs/p10_releases/release_notes/v2.3.0/' } };
  const links = [
    ...renderReleaseFeed('https://a.example/', site, [notes]).matchAll(/<item>.*?<link>(.*?)<\/link>/g),
  ];
  expect(links).toHaveLength(releases.length);
  expect(links[0]?.[1]).toBe('https://a.example/docs/p10_releases/release_notes/v2.3.0/');
  expect(links[1]?.[1]).toBe('https://a.example/');
});
