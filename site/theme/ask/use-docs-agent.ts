import { useEffect, useState } from 'react';
import { findDocsAgent } from './docs-agent.ts';

/** How long to wait for a moment in which the browser is idle, in milliseconds; browsers without such moments wait too. */
const LATEST_MS = 2_000;

/** The address of the documentation agent; null until it is found. The request is sent when the browser is idle. */
export function useDocsAgent(baseUrl: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isStale = false;
    const find = () => void findDocsAgent(baseUrl).then((found) => !isStale && setAddress(found));
    if (typeof requestIdleCallback === 'function') requestIdleCallback(find, { timeout: LATEST_MS });
    else setTimeout(find, LATEST_MS);
    return () => {
      isStale = true;
    };
  }, [baseUrl]);
  return address;
}
