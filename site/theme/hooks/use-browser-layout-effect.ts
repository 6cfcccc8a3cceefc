import { useLayoutEffect } from 'react';

/** Like `useLayoutEffect`; does nothing while the build renders, without a layout. */
export const useBrowserLayoutEffect: typeof useLayoutEffect =
  typeof document === 'undefined' ? () => {} : useLayoutEffect;
