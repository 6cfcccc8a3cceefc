import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../api/use-live.tsx';
import { createEvaluator, type Evaluator } from '../model/evaluator.ts';
import { type Trial, type TrialVerdict, verdictOf } from '../model/trial.ts';

/** How long a person has to pause, in milliseconds. */
const PAUSE_MS = 400;

/** The latest result that arrived, of the current trial or of an earlier one. */
export interface Evaluation {
  readonly verdict: TrialVerdict | undefined;
  readonly error: unknown;
  /** The result is that of the current trial. */
  readonly isCurrent: boolean;
}

type Seen = Pick<Evaluation, 'verdict' | 'error'> & { readonly of: Trial };

/** Evaluates a trial while a person types. */
export function useEvaluation(trial: Trial): Evaluation {
  const { api } = useConnection();
  const [seen, setSeen] = useState<Seen>();
  const evaluator = useRef<Evaluator<Trial>>(undefined);
  useEffect(() => {
    const closing = new AbortController();
    evaluator.current = createEvaluator({
      evaluate: (input) => api.own.tryScript(input, closing.signal),
      onResult: (of, result) => setSeen({ of, verdict: verdictOf(result), error: undefined }),
      onError: (of, error) => setSeen({ of, verdict: undefined, error }),
      pauseMs: PAUSE_MS,
    });
    return () => {
      evaluator.current?.close();
      closing.abort();
    };
  }, [api]);
  const canEvaluate = trial.script.trim() !== '' && trial.descriptor.trim() !== '';
  useEffect(() => {
    if (canEvaluate) evaluator.current?.submit(trial);
  }, [trial, canEvaluate]);
  return {
    verdict: canEvaluate ? seen?.verdict : undefined,
    error: seen?.error,
    isCurrent: seen?.of === trial,
  };
}
