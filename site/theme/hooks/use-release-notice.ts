import { useEffect } from 'react';
import type { DocsVersion } from '../../shared/site.ts';

/** Shows the notice of a page for the chosen version, and hides those of the others. */
export function useReleaseNotice(shown: DocsVersion | null): void {
  useEffect(() => {
    for (const notice of document.querySelectorAll<HTMLElement>('[data-release]'))
      notice.hidden = notice.dataset['release'] !== shown?.name;
  });
}
