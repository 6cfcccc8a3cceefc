import { useEffect, useRef } from 'react';
import type { SidebarItem } from '../../shared/site.ts';
import { bringIntoView } from '../bring-into-view.ts';
import { useRoute } from '../route-context.tsx';
import { Sidebar } from './Sidebar.tsx';

/** The sidebar beside the article; it keeps its scroll position and shows the current page. */
export function SidebarColumn({ items, label }: { items: readonly SidebarItem[]; label: string }) {
  const { page } = useRoute();
  const column = useRef<HTMLDivElement>(null);
  const shownFor = useRef('');
  useEffect(() => {
    const active = column.current?.querySelector<HTMLElement>('[aria-current=page]');
    // Once per navigation, as soon as the item exists; the reader may scroll away afterwards.
    if (!column.current || !active || shownFor.current === page.route) return;
    shownFor.current = page.route;
    bringIntoView(column.current, active);
  });
  return (
    <div className="docs-sidebar" data-sidebar="" ref={column}>
      <Sidebar items={items} label={label} />
    </div>
  );
}
