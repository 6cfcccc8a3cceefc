import type { Log, LogLevel } from '@tessera/contracts/types/tech-adapter';
import type { Clock } from '../runtime/clock.ts';

/** Appends lines to the log of a task. */
export type Say = (level: LogLevel, message: string, phase?: string) => void;

/** Writes into `logs` with the clock's time. */
export function logInto(logs: Log[], clock: Clock): Say {
  return (level, message, phase) => {
    const timestamp = clock.now().toISOString();
    logs.push(phase === undefined ? { timestamp, level, message } : { timestamp, level, message, phase });
  };
}
