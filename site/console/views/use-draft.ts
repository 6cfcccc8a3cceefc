import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react';
import { useConnection } from '../api/use-live.tsx';
import type { Draft } from '../model/deployment.ts';
import { readStored, useStored } from '../parts/use-stored.ts';

const DRAFT_KEY = 'tessera.platform.draft';

/** What a person has entered so far. */
export function useDraft(
  sample: string,
  environments: readonly string[],
): [draft: Draft, setDraft: Dispatch<SetStateAction<Draft>>] {
  const [draft, setDraft] = useState<Draft>(() => {
    const first = environments[0] ?? '';
    const fresh = { wishes: {}, removeData: false, preventRedeploy: false };
    const kept: Draft = {
      descriptor: sample,
      environment: first,
      ...fresh,
      ...readStored<Draft>(DRAFT_KEY),
    };
    // Another platform may have other environments.
    return environments.includes(kept.environment) ? kept : { ...kept, environment: first };
  });
  useStored(DRAFT_KEY, draft);
  return [draft, setDraft];
}

/** Reads the descriptor and the environment of the plan that the address names; returns the error when that failed. */
export function usePlanDraft(
  planId: string | undefined,
  onRead: (draft: Pick<Draft, 'descriptor' | 'environment'>) => void,
): unknown {
  const { api } = useConnection();
  const [error, setError] = useState<unknown>();
  const take = useEffectEvent(onRead);
  useEffect(() => {
    if (planId === undefined) return;
    const closing = new AbortController();
    const query = { 'include-descriptors': true };
    api.v1.getProvisioningPlan({ path: { token: planId }, query, signal: closing.signal }).then(
      ({ environment, dag }) => take({ descriptor: dag.descriptor ?? '', environment }),
      (cause: unknown) => {
        if (!closing.signal.aborted) setError(cause);
      },
    );
    return () => closing.abort();
  }, [api, planId]);
  return error;
}
