import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Boot, Page, SidebarItem, Sidebars } from '../shared/site.ts';
import { CrashPage, ErrorBoundary } from '../theme/components/ErrorBoundary.tsx';
import { Layout } from '../theme/components/Layout.tsx';
import { ProgressBar } from '../theme/components/ProgressBar.tsx';
import { ColorModeProvider } from '../theme/hooks/use-color-mode.tsx';
import { DrawerProvider } from '../theme/hooks/use-drawer.tsx';
import { RouteProvider } from '../theme/route-context.tsx';
import { SiteProvider } from '../theme/site-context.tsx';
import type { Shown } from './navigator.ts';

/** What connects the tree to the browser; absent while the build renders it. */
export interface Driver {
  /** Begins navigation; the callbacks say what to show. Returns how to stop. */
  connect(onPending: (isPending: boolean) => void, onShow: (shown: Shown) => void): () => void;
  /** Runs after a navigation is on screen. */
  settle(shown: Shown, page: Page): void;
  loadSidebars(): Promise<Sidebars>;
}

interface AppProps {
  readonly boot: Boot;
  /** The article while building; null in the browser, where it is in the document already. */
  readonly html: string | null;
  readonly driver: Driver | null;
}

interface View {
  readonly page: Page;
  readonly html: string | null;
  readonly hash: string;
  readonly search: string;
  readonly shown: Shown | null;
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? () => {} : useLayoutEffect;

/** The whole site, the same tree at build time and in the browser. */
export function App({ boot, html, driver }: AppProps) {
  const [view, setView] = useState<View>({ page: boot.page, html, hash: '', search: '', shown: null });
  const [isPending, setPending] = useState(false);
  const sidebars = useSidebars(driver);
  const sidebar = sidebarOf(view.page, boot, sidebars);

  useEffect(() => {
    if (!driver) return;
    return driver.connect(setPending, (shown) =>
      startTransition(() =>
        setView((before) => ({
          page: shown.fragment?.page ?? before.page,
          html: shown.fragment ? shown.fragment.html : before.html,
          hash: shown.place.hash,
          search: shown.place.search,
          shown,
        })),
      ),
    );
  }, [driver]);

  const settled = useRef<Shown | null>(null);
  useBrowserLayoutEffect(() => {
    if (view.shown === null || settled.current === view.shown) return;
    settled.current = view.shown;
    driver?.settle(view.shown, view.page);
  }, [view, driver]);

  const route = { page: view.page, hash: view.hash, search: view.search, isPending };
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
            <DrawerProvider>
              <ProgressBar isPending={isPending} />
              <Layout html={view.html} sidebar={sidebar} />
            </DrawerProvider>
          </ColorModeProvider>
        </RouteProvider>
      </SiteProvider>
    </ErrorBoundary>
  );
}

/** Null until the complete sidebars are here; the static branch serves until then. */
function useSidebars(driver: Driver | null): Sidebars | null {
  const [sidebars, setSidebars] = useState<Sidebars | null>(null);
  useEffect(() => {
    if (!driver) return;
    let isStale = false;
    driver.loadSidebars().then(
      (loaded) => !isStale && startTransition(() => setSidebars(loaded)),
      (cause: unknown) => console.warn('The complete sidebar did not load; the open branch stays.', cause),
    );
    return () => {
      isStale = true;
    };
  }, [driver]);
  return sidebars;
}

function sidebarOf(page: Page, boot: Boot, sidebars: Sidebars | null): readonly SidebarItem[] | null {
  if (page.sidebar === null) return null;
  return sidebars?.[page.sidebar] ?? (page.sidebar === boot.page.sidebar ? boot.sidebar : []);
}
