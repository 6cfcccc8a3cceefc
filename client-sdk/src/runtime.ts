/** A longer timer would fire at once: runtimes keep its milliseconds in 31 bits. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs something after a number of milliseconds; answers with what takes it back. */
export function setAlarm(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(milliseconds, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
}

/** Browsers do not count the listeners of a signal. */
export function allowManyListeners(_signal: AbortSignal | undefined): void {}

/** Browsers have `randomUUID` on secure pages only; elsewhere the name of any new object ends with a UUID. */
export function newUuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const name = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(name);
  return name.slice(-36);
}
