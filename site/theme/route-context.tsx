import { createContext, type ReactNode, useContext } from 'react';
import type { ShownPage } from '../shared/site.ts';

/** The current location. */
export interface RouteState {
  readonly page: ShownPage;
  /** A new object after every navigation, also to the same address; null before the first one. */
  readonly place: { readonly hash: string } | null;
}

const RouteContext = createContext<RouteState | null>(null);

/** Provides the current page to every component below. */
export function RouteProvider({ route, children }: { route: RouteState; children: ReactNode }) {
  if (!route.page.route) throw new Error('Unexpected: the topmost route context names no page');
  return <RouteContext value={route}>{children}</RouteContext>;
}

/** The page on screen. @throws Error outside RouteProvider */
export function useRoute(): RouteState {
  const route = useContext(RouteContext);
  if (route === null) throw new Error('Unexpected: no route context found');
  return route;
}
