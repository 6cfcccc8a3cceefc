import { useEffect, useState } from 'react';
import { browserStorage } from '../../app/storage.ts';
import { PREFERRED_VERSION_KEY } from '../../shared/constants.ts';
import type { DocsVersion } from '../../shared/site.ts';
import { useSite } from '../site-context.tsx';

/**
 * The version of the documentation that the reader chose, in an earlier visit or this one; null before that. A choice
 * that no longer exists is forgotten. Links choose by their `data-version`.
 */
export function usePreferredVersion(): DocsVersion | null {
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
  return docsVersions.find((version) => version.name === name) ?? null;
}
