import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react';
import { browserStorage } from '../../app/storage.ts';
import { ANNOUNCEMENT_DISMISS_KEY, ANNOUNCEMENT_ID_KEY } from '../../shared/constants.ts';
import type { Announcement } from '../../shared/site.ts';
import { missingProvider, useSite } from '../site-context.tsx';

export interface AnnouncementControl {
  readonly announcement: Announcement | null;
  /** Hides the bar, also on later visits, until there is another announcement. */
  close(): void;
}

const AnnouncementContext = createContext<AnnouncementControl | null>(null);

/** Stores what the reader closed; whether the bar shows is decided before the first paint. */
export function AnnouncementProvider({ children }: { children: ReactNode }) {
  const { announcement } = useSite();
  const id = announcement?.id;
  useEffect(() => {
    const storage = browserStorage();
    if (id === undefined || storage.get(ANNOUNCEMENT_ID_KEY) === id) return;
    storage.set(ANNOUNCEMENT_ID_KEY, id);
    storage.set(ANNOUNCEMENT_DISMISS_KEY, 'false');
  }, [id]);
  const close = useCallback(() => {
    browserStorage().set(ANNOUNCEMENT_DISMISS_KEY, 'true');
    document.documentElement.dataset['dismissed'] = '';
  }, []);
  const control = useMemo(() => ({ announcement, close }), [announcement, close]);
  return <AnnouncementContext value={control}>{children}</AnnouncementContext>;
}

/** The bar above the site. @throws Error outside AnnouncementProvider */
export function useAnnouncement(): AnnouncementControl {
  const control = useContext(AnnouncementContext);
  if (control === null) throw missingProvider('useAnnouncement', 'AnnouncementProvider');
  return control;
}
