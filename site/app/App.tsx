import {
  type ComponentType,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Boot, ShownPage, SidebarItem, Sidebars, StaticParts } from '../shared/site.ts';
import { CrashPage, ErrorBoundary } from '../theme/components/ErrorBoundary.tsx';
import { Layout } from '../theme/components/Layout.tsx';
import { AnnouncementProvider } from '../theme/hooks/use-announcement.tsx';
import { useBrowserLayoutEffect } from '../theme/hooks/use-browser-layout-effect.ts';
import { ColorModeProvider } from '../theme/hooks/use-color-mode.tsx';
import { DrawerProvider } from '../theme/hooks/use-drawer.tsx';
import { RouteProvider } from '../theme/route-context.tsx';
import { SiteProvider } from '../theme/site-context.tsx';
import type { Shown } from './navigator.ts';

/** Connects the tree to the browser; absent while the build renders it. */
export interface Driver {
  /** Starts navigation; the events describe what to show. Returns a function that stops it. */
  connect(events: DriverEvents): () => void;
  /** Runs after a navigation is on screen. */
  settle(shown: Shown, page: ShownPage): void;
  /** Calls back when the pointer comes near the sidebar. Returns a function that stops it. */
  onSidebarWanted(callback: () => void): () => void;
  loadSidebar(name: string): Promise<readonly SidebarItem[]>;
}

export interface DriverEvents {
  onPending(isPending: boolean): void;
  onShow(shown: Shown): void;
  /** After the first interaction the page controls this. */
  onAwake(Companions: ComponentType<CompanionsProps>): void;
}

export interface CompanionsProps {
  /**
   * When the reader requested a page that is still being fetched, ms of this document's clock; null without an open
   * request.
   */
  readonly pendingSince: number | null;
}

/** What the build rendered of a page and of the site. */
export interface RenderedParts extends StaticParts {
  readonly footer: string;
}

interface AppProps {
  readonly boot: Boot;
  /** While building; null in the browser, where the document contains all of it. */
  readonly parts: RenderedParts | null;
  readonly driver: Driver | null;
}

interface View {
  readonly page: ShownPage;
  readonly parts: StaticParts | null;
  readonly shown: Shown | null;
}

/** The whole site, the same tree at build time and in the browser. */
export function App({ boot, parts, driver }: AppProps) {
  const [view, setView] = useState<View>({ page: boot.page, parts, shown: null });
  const [companions, setCompanions] = useState<{
    readonly Companions: ComponentType<CompanionsProps>;
  } | null>(null);
  const [pendingSince, setPendingSince] = useState<number | null>(null);
  const sidebar = useSidebar(view.page, boot, driver);

  useEffect(() => {
    if (!driver) return;
    return driver.connect({
      onPending: (isPending) => setPendingSince((since) => (isPending ? (since ?? performance.now()) : null)),
      // Synchronously: a transition would yield to the browser and paint a frame of the old page.
      onShow: (shown) =>
        setView((before) => ({
          page: shown.fragment?.page ?? before.page,
          parts: shown.fragment ?? before.parts,
          shown,
        })),
      onAwake: (Companions) => setCompanions({ Companions }),
    });
  }, [driver]);

  const settled = useRef<Shown | null>(null);
  useBrowserLayoutEffect(() => {
    if (view.shown === null || settled.current === view.shown) return;
    settled.current = view.shown;
    driver?.settle(view.shown, view.page);
  }, [view, driver]);

  const route = useMemo(() => ({ page: view.page, place: view.shown?.place ?? null }), [view]);
  const footer = parts?.footer ?? null;
  // The current page stays on screen while the next one is being fetched.
  const layout = useMemo(
    () => <Layout parts={view.parts} sidebar={sidebar} footer={footer} />,
    [view, sidebar, footer],
  );
  return (
    <ErrorBoundary
      fallback={useCallback(
        (error: unknown, retry: () => void) => <CrashPage error={error} retry={retry} isBare />,
        [],
      )}
    >
      <SiteProvider site={boot.site}>
        <RouteProvider route={route}>
          <ColorModeProvider>
            <AnnouncementProvider>
              <DrawerProvider>
                {layout}
                {companions !== null && <companions.Companions pendingSince={pendingSince} />}
              </DrawerProvider>
            </AnnouncementProvider>
          </ColorModeProvider>
        </RouteProvider>
      </SiteProvider>
    </ErrorBoundary>
  );
}

/** The branch in the document until the complete sidebar has loaded; null for a page without one. */
function useSidebar(page: ShownPage, boot: Boot, driver: Driver | null): readonly SidebarItem[] | null {
  const { sidebar: name } = page;
  const [complete, setComplete] = useState<Sidebars>({});
  const [isWanted, setWanted] = useState(false);
  // A different sidebar, or another branch of it, is needed as soon as its page is on screen.
  const isHere = page.route === boot.page.route;
  const missing = (isWanted || !isHere) && name !== null && complete[name] === undefined ? name : null;
  useEffect(() => driver?.onSidebarWanted(() => setWanted(true)), [driver]);
  useEffect(() => {
    if (!driver || missing === null) return;
    let isStale = false;
    driver.loadSidebar(missing).then(
      (items) =>
        !isStale && startTransition(() => setComplete((before) => ({ ...before, [missing]: items }))),
      (cause: unknown) => console.warn('The complete sidebar did not load; the open branch stays.', cause),
    );
    return () => {
      isStale = true;
    };
  }, [driver, missing]);
  if (name === null) return null;
  return complete[name] ?? (name === boot.page.sidebar ? boot.sidebar : []);
}
