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
  hasClientReference: false,
  hasConformance: false,
  announcement: null,
  colorMode: 'switch',
  docsVersions: [],
  sidebars: {},
  buildId: '',
});
const ASSETS = {
  font: { url: '/font.woff2', css: '' },
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

  it('requests its script before the other elements of the head, but after its policy', () => {
    const { document } = renderPage({
      site: SITE,
      page: notFoundPage().page,
      sidebar: [],
      html: '',
      assetsOf: () => ({ ...ASSETS, early: '1', styles: ['a{}'], preloads: ['/b.js'] }),
      url: 'https://a.example',
    });
    const order = ['Content-Security-Policy', 'href="/b.js"', 'src="/a.js"', '<script>1', '<style>'];
    const places = order.map((text) => document.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
