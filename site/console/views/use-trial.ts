import { useEffect, useState } from 'react';
import { useConnection } from '../api/use-live.tsx';
import type { Trial } from '../model/trial.ts';

/** Where the trial is stored until the tab is closed, so that it survives a change of the view. */
const TRIAL_KEY = 'tessera.platform.trial';

/** A policy that the sample descriptor violates. */
export const SAMPLE_SCRIPT = `// A description is a sentence.
description: =~"\\\\.$"

// A data product in use is maintained as a strategic one.
maturity: "Strategic"

// People leave; a group stays reachable.
components: [...{owners?: [...=~"^group:"]}]
`;

/** What a person tries, beginning with the sample, and with the script of a policy where the address names one. */
export function useTrial(
  sample: string,
  policyId: string | undefined,
): { trial: Trial; setTrial: (next: Trial) => void; error: unknown } {
  const { api, settings } = useConnection();
  const [trial, setTrial] = useState<Trial>(() => ({
    script: SAMPLE_SCRIPT,
    descriptor: sample,
    environment: settings.environments[0] ?? '',
    resourceType: 'dataproduct',
    ...readKept(),
  }));
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    try {
      sessionStorage.setItem(TRIAL_KEY, JSON.stringify(trial));
    } catch {
      // Storage is blocked or full: the trial lasts as long as this view.
    }
  }, [trial]);
  useEffect(() => {
    if (policyId === undefined) return;
    const closing = new AbortController();
    api.own.entity(policyId, closing.signal).then(
      ({ cueScript: script = '', environment, resourceType }) =>
        setTrial((before) => ({ ...before, script, environment, resourceType })),
      (cause: unknown) => {
        if (!closing.signal.aborted) setError(cause);
      },
    );
    return () => closing.abort();
  }, [api, policyId]);
  return { trial, setTrial, error };
}

function readKept(): Partial<Trial> {
  try {
    return JSON.parse(sessionStorage.getItem(TRIAL_KEY) ?? '{}');
  } catch {
    return {};
  }
}
