import { describe, expect, it } from 'vitest';
import type { Page } from '../../shared/site.ts';
import { notFoundPage } from '../pages.tsx';
import { createSiteData } from '../site-data.ts';
import { renderPage } from './render-page.tsx';

const SITE = createSiteData({
  baseUrl: '/',
  productUrl: 'https://product.example',
  hasPlatformReference: true,
  hasTutorials: false,
  hasConformance: false,
  announcement: null,
  colorMode: 'switch',
  docsVersions: [],
  sidebars: {},
  buildId: '',
});
const ASSETS = {
  early: '',
  styles: [],
  script: '/a.js',
  favicon: '',
  preloads: [],
  modules: [],
};

describe('a document', () => {
  it('[49] that cannot be rendered fails the build with the path of its page', () => {
    const page: Page = {
      ...notFoundPage().page,
      kind: 'doc',
      route: '/docs/a/',
      sidebar: 'docs',
      hideToc: false,
    };
    Reflect.set(page, 'toc', null);
    const render = () =>
      renderPage({
        site: SITE,
        page,
        sidebar: [],
        html: '',
        assetsOf: () => ASSETS,
        url: 'https://a.example',
      });
    expect(render).toThrow('/docs/a/ could not be rendered');
  });
});
