import { useSyncExternalStore } from 'react';
import { MOBILE_MAX_WIDTH } from '../../shared/constants.ts';

/** `ssr` until the browser has rendered once. */
export type LayoutSize = 'ssr' | 'mobile' | 'desktop';

/** The layout that fits the window, live. */
export function useLayoutSize(): LayoutSize {
  return useSyncExternalStore(subscribe, () => layoutSizeOf(window.innerWidth), onServer);
}

/** 996 is mobile, 997 desktop. */
export function layoutSizeOf(innerWidth: number): LayoutSize {
  return innerWidth > MOBILE_MAX_WIDTH ? 'desktop' : 'mobile';
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

function onServer(): LayoutSize {
  return 'ssr';
}
