import { useEffect, useState } from 'react';

/** How often a running time is updated, in milliseconds. */
const TICK_MS = 1_000;

/** The current time, updated each second while something runs. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
