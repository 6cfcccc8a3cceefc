import { useEffect, useRef, useState } from 'react';
import type { SidebarItem } from '../../shared/site.ts';
import { bringIntoView } from '../bring-into-view.ts';
import { useBrowserLayoutEffect } from '../hooks/use-browser-layout-effect.ts';
import { useSite } from '../site-context.tsx';
import { Logo } from './Logo.tsx';
import { NavLink } from './Navbar.tsx';
import { Sidebar } from './Sidebar.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { VersionList } from './VersionMenu.tsx';

interface DrawerPanelProps {
  readonly sidebar: readonly SidebarItem[] | null;
  readonly close: () => void;
}

/** The open navigation of narrow windows; begins with the sidebar of the page where it has one. */
export function DrawerPanel({ sidebar, close }: DrawerPanelProps) {
  const site = useSite();
  const [isMainMenu, setMainMenu] = useState(sidebar === null);
  const layer = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const wake = silenceNeighbors(layer.current);
    panel.current?.focus();
    return () => {
      wake();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useBrowserLayoutEffect(() => {
    const current = panel.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (panel.current && current) bringIntoView(panel.current, current);
  }, [sidebar, isMainMenu]);
  return (
    <div className="drawer-layer" ref={layer}>
      <button type="button" className="drawer-backdrop" aria-hidden="true" tabIndex={-1} onClick={close} />
      <div
        id="drawer"
        className="drawer"
        role="dialog"
        aria-modal="true"
        aria-label="Navigation"
        tabIndex={-1}
        ref={panel}
      >
        <div className="drawer-head">
          <Logo />
          <ThemeSwitch />
          <button type="button" className="icon-button" aria-label="Close navigation bar" onClick={close}>
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
              <path d="m6 6 12 12M18 6 6 18" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
            </svg>
          </button>
        </div>
        {isMainMenu || sidebar === null ? (
          <nav className="drawer-menu" aria-label="Main">
            <ul>
              {site.navbar.map((item) => (
                <li key={item.to}>
                  <NavLink item={item} onClick={close} />
                </li>
              ))}
            </ul>
            {site.docsVersions.length > 1 && (
              <>
                <h2>Versions</h2>
                <VersionList place={location.search + location.hash} onChoose={close} />
              </>
            )}
          </nav>
        ) : (
          <>
            {site.navbar.length > 0 && (
              <button type="button" className="drawer-back" onClick={() => setMainMenu(true)}>
                ← Back to main menu
              </button>
            )}
            <Sidebar items={sidebar} label="Docs sidebar" onChoose={close} />
          </>
        )}
      </div>
    </div>
  );
}

/** Keeps focus and screen readers out of the covered content; returns a function that ends that. */
function silenceNeighbors(layer: HTMLElement | null): () => void {
  const covered = [...(layer?.parentElement?.children ?? [])].filter((child) => child !== layer);
  for (const element of covered) element.toggleAttribute('inert', true);
  return () => {
    for (const element of covered) element.removeAttribute('inert');
  };
}
