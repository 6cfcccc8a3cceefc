/** Evaluates what a person types. */
export interface Evaluator<I> {
  /** Evaluates this after a pause, unless another input follows until then. */
  submit(input: I): void;
  /** Stops; no results are delivered from then on. */
  close(): void;
}

/** How to evaluate, and who receives the results. */
export interface EvaluatorOptions<I, R> {
  /** The signal ends the wait for a result that is no longer needed. */
  evaluate(input: I, signal: AbortSignal): Promise<R>;
  onResult(input: I, result: R): void;
  onError(input: I, error: unknown): void;
  /** How long a person has to pause, in milliseconds. */
  readonly pauseMs: number;
}

/** Evaluates one input at a time; only the result of the latest one is delivered. */
export function createEvaluator<I, R>(options: EvaluatorOptions<I, R>): Evaluator<I> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let waiting: { readonly input: I } | undefined;
  const runNext = async (): Promise<void> => {
    if (running !== undefined || waiting === undefined) return;
    const { input } = waiting;
    waiting = undefined;
    running = new AbortController();
    const { signal } = running;
    try {
      const result = await options.evaluate(input, signal);
      if (!signal.aborted) options.onResult(input, result);
    } catch (error) {
      if (!signal.aborted) options.onError(input, error);
    }
    running = undefined;
    await runNext();
  };
  return {
    submit(input) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        waiting = { input };
        running?.abort();
        void runNext();
      }, options.pauseMs);
    },
    close() {
      clearTimeout(timer);
      waiting = undefined;
      running?.abort();
    },
  };
}
