import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** The current time, updated each second while something runs, and each minute otherwise. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isRunning ? SECOND_MS : MINUTE_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
