import { useEffect } from 'react';

/** The title of the document while a view is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | Platform console`;
  }, [title]);
}
