import type { SidebarItem } from '../../shared/site.ts';
import { useDrawer } from '../hooks/use-drawer.tsx';
import { Lazy, lazyPart } from '../lazy-part.tsx';

/** The drawer's panel; most readers never need it, so it is fetched on first use. */
const drawerPanel = lazyPart(
  () => import('./DrawerPanel.tsx'),
  (module) => module.DrawerPanel,
  () => import('../styles/drawer.css?url'),
);

/** The navigation of narrow windows, over the page; begins with the docs sidebar where there is one. */
export function Drawer({ sidebar }: { sidebar: readonly SidebarItem[] | null }) {
  const { isOpen, close } = useDrawer();
  return isOpen ? <Lazy part={drawerPanel} props={{ sidebar, close }} /> : null;
}
