import { useCallback, useEffect, useState } from 'react';
import { browserStorage } from '../../app/storage.ts';
import { PREFERRED_VERSION_KEY } from '../../shared/constants.ts';
import type { DocsVersion } from '../../shared/site.ts';
import { useSite } from '../site-context.tsx';

export interface PreferredVersion {
  /** What the reader chose in an earlier visit or this one; null before that. */
  readonly preferred: DocsVersion | null;
  choose(name: string): void;
}

/** The version of the documentation that the reader chose; a choice that no longer exists is forgotten. */
export function usePreferredVersion(): PreferredVersion {
  const { docsVersions } = useSite();
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    const storage = browserStorage();
    const stored = storage.get(PREFERRED_VERSION_KEY);
    if (stored !== null && !docsVersions.some((version) => version.name === stored))
      storage.remove(PREFERRED_VERSION_KEY);
    else setName(stored);
    return storage.listen(PREFERRED_VERSION_KEY, setName);
  }, [docsVersions]);
  const choose = useCallback((next: string) => {
    browserStorage().set(PREFERRED_VERSION_KEY, next);
    // Storage may be blocked; the choice then lasts for this document.
    setName(next);
  }, []);
  return { preferred: docsVersions.find((version) => version.name === name) ?? null, choose };
}
