import { type Dispatch, type SetStateAction, useState } from 'react';
import { useReadOnce } from '../api/use-read-once.ts';
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
  return useReadOnce(
    planId,
    (api, token, signal) =>
      api.v1.getProvisioningPlan({ path: { token }, query: { 'include-descriptors': true }, signal }),
    ({ environment, dag }) => onRead({ descriptor: dag.descriptor ?? '', environment }),
  );
}
