import { useLayoutEffect } from 'react';

/** As `useLayoutEffect`; does nothing while the build renders, where there is no layout. */
export const useBrowserLayoutEffect: typeof useLayoutEffect =
  typeof document === 'undefined' ? () => {} : useLayoutEffect;
