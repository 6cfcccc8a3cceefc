import { createContext, type ReactNode, useContext } from 'react';
import type { ShownSite } from '../shared/site.ts';

const SiteContext = createContext<ShownSite | null>(null);

/** Provides the data of the site to every component below. */
export function SiteProvider({ site, children }: { site: ShownSite; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The data of the site. @throws Error outside SiteProvider */
export function useSite(): ShownSite {
  const site = useContext(SiteContext);
  if (site === null) throw missingProvider('useSite', 'SiteProvider');
  return site;
}

/** The error of a hook that was called outside its provider. */
export function missingProvider(hook: string, provider: string): Error {
  return new Error(`${hook} was called outside <${provider}>: put the component inside that provider`);
}
