import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { DocsVersion, ShownPage, SidebarItem, SiteData } from '../shared/site.ts';
import { Logo } from './components/Logo.tsx';
import { Navbar } from './components/Navbar.tsx';
import { Sidebar } from './components/Sidebar.tsx';
import { VersionMenu } from './components/VersionMenu.tsx';
import { useAnnouncement } from './hooks/use-announcement.tsx';
import { ColorModeProvider, useColorMode } from './hooks/use-color-mode.tsx';
import { DrawerProvider, useDrawer } from './hooks/use-drawer.tsx';
import { RouteProvider, useRoute } from './route-context.tsx';
import { SiteProvider, useSite } from './site-context.tsx';

const VERSION: DocsVersion = {
  name: '2.3.0',
  label: '2.3.0',
  path: '/docs/',
  main: '/docs/p0_intro/',
  isLast: true,
  search: ['', ''],
};
const SITE: SiteData = {
  title: 'tessera',
  tagline: '',
  baseUrl: '/base/',
  copyright: '',
  navbar: [],
  footer: [],
  announcement: null,
  colorMode: 'switch',
  docsVersions: [VERSION],
  locales: [],
  documentRoutes: [],
  sidebars: {},
  searchContexts: [],
  buildId: '',
};
const PAGE: ShownPage = {
  route: '/a/',
  kind: 'page',
  title: 'A',
  description: '',
  sidebar: null,
  docs: null,
  hasToc: false,
};

function render(children: ReactNode, { site = SITE, page = PAGE } = {}): string {
  return renderToStaticMarkup(
    <SiteProvider site={site}>
      <RouteProvider route={{ page, place: null }}>
        <ColorModeProvider>
          <DrawerProvider>{children}</DrawerProvider>
        </ColorModeProvider>
      </RouteProvider>
    </SiteProvider>,
  );
}

/** A component that only calls the hook. */
function user(hook: () => unknown) {
  return function User() {
    hook();
    return null;
  };
}

describe('a hook outside its provider', () => {
  it.each([
    ['useColorMode', 'ColorModeProvider', useColorMode],
    ['useAnnouncement', 'AnnouncementProvider', useAnnouncement],
    ['useDrawer', 'DrawerProvider', useDrawer],
    ['useSite', 'SiteProvider', useSite],
  ])('[54] %s names itself and %s', (hook, provider, use) => {
    const User = user(use);
    expect(() => renderToStaticMarkup(<User />)).toThrow(`${hook} was called outside <${provider}>`);
  });

  it('[53] for the route says that there is no route context', () => {
    const User = user(useRoute);
    expect(() => renderToStaticMarkup(<User />)).toThrow('Unexpected: no route context found');
  });

  it('[53] tells a topmost context without a page from none at all', () => {
    expect(() => render(null, { page: { ...PAGE, route: '' } })).toThrow(
      'Unexpected: the topmost route context names no page',
    );
  });
});

describe('the navbar', () => {
  it('[59] has a logo that links to the home page, without alt text beside its visible title', () => {
    const html = render(<Logo />);
    expect(html).toContain('href="/base/"');
    expect(html).toContain('aria-hidden="true"');
    expect(html).toContain('<span>tessera</span>');
  });

  it.each([
    { navbar: [], sidebar: null, want: false },
    { navbar: [], sidebar: 'docs', want: true },
    { navbar: [{ label: 'A', to: '/a/' }], sidebar: null, want: true },
  ])('[63] offers the drawer only when there is something in it', ({ navbar, sidebar, want }) => {
    const html = render(<Navbar />, { site: { ...SITE, navbar }, page: { ...PAGE, sidebar } });
    expect(html.includes('Toggle navigation bar')).toBe(want);
  });

  it('[112] shows a single version as a plain link, none as nothing', () => {
    expect(render(<VersionMenu />)).toBe('<a class="version-link" href="/base/docs/p0_intro/">2.3.0</a>');
    expect(render(<VersionMenu />, { site: { ...SITE, docsVersions: [] } })).toBe('');
  });

  it('[103] has no switch where the site has one mode only', () => {
    expect(render(<Navbar />)).toContain('data-theme-switch');
    expect(render(<Navbar />, { site: { ...SITE, colorMode: 'light' } })).not.toContain('data-theme-switch');
  });
});

describe('the sidebar', () => {
  it('[79] marks links that leave the site', () => {
    const items: SidebarItem[] = [
      { kind: 'doc', label: 'Inside', to: '/a/' },
      { kind: 'doc', label: 'Outside', to: 'https://example.com/' },
    ];
    const html = render(<Sidebar items={items} label="Docs" />);
    expect(html.match(/opens in new tab/g)).toHaveLength(1);
    expect(html).toContain('rel="noopener noreferrer"');
  });
});
