/** Pause between the first polls, in milliseconds: a quick task ends within a few of them. */
export const FIRST = 25;
/** The pause grows with the time that a task has taken longer than usual: a long task is polled rarely. */
const GROWTH = 0.35;
/** Maximum pause for `Retry-After`, in milliseconds: a server that asks for an hour must not stop the run. */
const LONGEST_WISH = 120_000;

/**
 * The pause before the next poll, in milliseconds. A task of forty minutes is polled fewer than sixty times.
 * @param age of the task, in milliseconds
 * @param usual the age at which such a task ends, in milliseconds; 0 when unknown
 * @param retryAfter the pause that the target asks for, in milliseconds
 */
export function pauseAt(age: number, usual: number, retryAfter?: number): number {
  if (retryAfter !== undefined && retryAfter > 0) return Math.min(retryAfter, LONGEST_WISH);
  return age < usual ? usual - age : Math.max(FIRST, (age - usual) * GROWTH);
}

/** The delay of a `Retry-After` header, seconds or a date, in milliseconds. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
