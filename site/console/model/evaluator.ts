/** Evaluates what a person types. */
export interface Evaluator<I> {
  /** Evaluates this after a pause, unless another input follows until then. */
  submit(input: I): void;
  /** Stops; no results are delivered from then on. */
  close(): void;
}

/** How to evaluate, and who receives the results. */
export interface EvaluatorOptions<I, R> {
  evaluate(input: I): Promise<R>;
  onResult(input: I, result: R): void;
  onError(input: I, error: unknown): void;
  /** How long a person has to pause, in milliseconds. */
  readonly pauseMs: number;
}

/** Evaluates one input at a time, because the server does too; only the result of the latest one is delivered. */
export function createEvaluator<I, R>(options: EvaluatorOptions<I, R>): Evaluator<I> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isClosed = false;
  let waiting: { readonly input: I } | undefined;
  const isOutdated = (): boolean => isClosed || waiting !== undefined;
  const runNext = async (): Promise<void> => {
    if (isRunning || waiting === undefined) return;
    const { input } = waiting;
    waiting = undefined;
    isRunning = true;
    try {
      const result = await options.evaluate(input);
      if (!isOutdated()) options.onResult(input, result);
    } catch (error) {
      if (!isOutdated()) options.onError(input, error);
    }
    isRunning = false;
    await runNext();
  };
  return {
    submit(input) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        waiting = { input };
        void runNext();
      }, options.pauseMs);
    },
    close() {
      clearTimeout(timer);
      waiting = undefined;
      isClosed = true;
    },
  };
}
