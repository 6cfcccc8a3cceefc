import { useEffect, useRef } from 'react';

/** How long a value stays unchanged before it is stored, in milliseconds: storing a large one blocks typing. */
const STORE_MS = 500;

/** Keeps a value until the tab is closed, so that it survives a change of the view. */
export function useStored(key: string, value: object): void {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
    const timer = setTimeout(() => store(key, value), STORE_MS);
    return () => clearTimeout(timer);
  }, [key, value]);
  useEffect(() => {
    const flush = (): void => store(key, latest.current);
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [key]);
}

/** What was kept under a key; empty without it. */
export function readStored<T extends object>(key: string): Partial<T> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

function store(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is blocked or full: the value lasts as long as the view.
  }
}
