/** Reads data repeatedly, one read at a time. */
export interface Reader {
  /** Soon, together with other requests until then. */
  schedule(): void;
  /** Stops reading; no results are delivered from then on. */
  close(): void;
}

/** What a reader reads, and who receives it. */
export interface ReaderOptions<T> {
  read(signal: AbortSignal): Promise<T>;
  onValue(value: T): void;
  onError(error: unknown): void;
  /** How long notices are batched, in milliseconds. */
  readonly gatherMs: number;
}

/** Reads at once, and then on request; requests during a read lead to one more read. */
export function createReader<T>({ read, onValue, onError, gatherMs }: ReaderOptions<T>): Reader {
  const closing = new AbortController();
  const { signal } = closing;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isStale = false;
  const run = async (): Promise<void> => {
    timer = undefined;
    isReading = true;
    isStale = false;
    try {
      const value = await read(signal);
      if (!signal.aborted) onValue(value);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    isReading = false;
    if (isStale) schedule();
  };
  const schedule = (): void => {
    if (signal.aborted) return;
    if (isReading) isStale = true;
    else timer ??= setTimeout(() => void run(), gatherMs);
  };
  void run();
  return {
    schedule,
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}
