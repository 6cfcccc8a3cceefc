import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useRoute } from '../route-context.tsx';
import { missingProvider, useSite } from '../site-context.tsx';
import { useLayoutSize } from './use-layout-size.ts';

export interface DrawerControl {
  readonly isEnabled: boolean;
  readonly isOpen: boolean;
  toggle(): void;
  close(): void;
}

const DrawerContext = createContext<DrawerControl | null>(null);

/** The mobile navigation: the reader opens it; a link, Back or a wide window closes it. */
export function DrawerProvider({ children }: { children: ReactNode }) {
  const site = useSite();
  const { page } = useRoute();
  const size = useLayoutSize();
  const isEnabled = site.navbar.length > 0 || page.sidebar !== null;
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen && isEnabled && size !== 'desktop';

  useEffect(() => {
    if (size === 'desktop') setOpen(false);
  }, [size]);

  useEffect(() => {
    document.documentElement.toggleAttribute('data-drawer', isShown);
    if (!isShown) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    // Back closes the drawer first; the reader stays on the page.
    const onBack = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      setOpen(false);
      window.addEventListener('popstate', swallow, { capture: true, once: true });
      history.forward();
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('popstate', onBack, { capture: true, once: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('popstate', onBack, { capture: true });
    };
  }, [isShown]);

  const close = useCallback(() => setOpen(false), []);
  const toggle = useCallback(() => setOpen((was) => !was), []);
  const control = useMemo(
    () => ({ isEnabled, isOpen: isShown, toggle, close }),
    [isEnabled, isShown, toggle, close],
  );
  return <DrawerContext value={control}>{children}</DrawerContext>;
}

function swallow(event: PopStateEvent): void {
  event.stopImmediatePropagation();
}

/** The mobile navigation's state. @throws Error outside DrawerProvider */
export function useDrawer(): DrawerControl {
  const control = useContext(DrawerContext);
  if (control === null) throw missingProvider('useDrawer', 'DrawerProvider');
  return control;
}
