import { useEffect, useRef, useState } from 'react';
import { createTrialPolicy, type TrialPolicy } from '../api/trial-policy.ts';
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
  readonly policyId: string | undefined;
  readonly reportId: string | undefined;
}

type Seen = Pick<Evaluation, 'verdict' | 'error' | 'reportId'> & { readonly of: Trial };

/** Evaluates a trial while a person types. */
export function useEvaluation(trial: Trial): Evaluation {
  const { api } = useConnection();
  const [seen, setSeen] = useState<Seen>();
  const policy = useRef<TrialPolicy>(undefined);
  const evaluator = useRef<Evaluator<Trial>>(undefined);
  useEffect(() => {
    const own = createTrialPolicy(api.governance);
    policy.current = own;
    evaluator.current = createEvaluator({
      evaluate: (input, signal) => own.evaluate(input, signal),
      onResult: (of, report) =>
        setSeen({ of, verdict: verdictOf(report, of.script), error: undefined, reportId: report.id }),
      onError: (of, error) => setSeen({ of, verdict: undefined, error, reportId: undefined }),
      pauseMs: PAUSE_MS,
    });
    return () => evaluator.current?.close();
  }, [api]);
  const canEvaluate = trial.script.trim() !== '' && trial.descriptor.trim() !== '';
  useEffect(() => {
    if (canEvaluate) evaluator.current?.submit(trial);
  }, [trial, canEvaluate]);
  return {
    verdict: canEvaluate ? seen?.verdict : undefined,
    error: seen?.error,
    isCurrent: seen?.of === trial,
    policyId: policy.current?.id,
    reportId: seen?.reportId,
  };
}
