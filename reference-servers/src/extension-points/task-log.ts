import type { Log, LogLevel } from '@tessera/contracts/types/tech-adapter';
import type { Clock } from '../runtime/clock.ts';

/** Appends lines to the log of a task. */
export type Say = (level: LogLevel, message: string, phase?: string) => void;

/** Longest message, in characters: texts of a descriptor stand in some, and tasks are kept for a while. */
const LONGEST_MESSAGE = 500;

/** Writes into `logs` with the clock's time. */
export function logInto(logs: Log[], clock: Clock): Say {
  return (level, text, phase) => {
    const message = text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE)}...`;
    const timestamp = clock.now().toISOString();
    logs.push(phase === undefined ? { timestamp, level, message } : { timestamp, level, message, phase });
  };
}
