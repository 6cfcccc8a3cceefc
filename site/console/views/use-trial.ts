import type { ListedEntity } from '@tessera/platform/routes';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { useConnection } from '../api/use-live.tsx';
import { useReadOnce } from '../api/use-read-once.ts';
import type { Trial } from '../model/trial.ts';
import { readStored, useStored } from '../parts/use-stored.ts';

const TRIAL_KEY = 'tessera.platform.trial';

/** A policy that the sample descriptor violates. */
export const SAMPLE_SCRIPT = `// A description is a sentence.
description: =~"\\\\.$"

// A data product in use is maintained as a strategic one.
maturity: "Strategic"

// People leave; a group stays reachable.
components: [...{owners?: [...=~"^group:"]}]
`;

/** What a person tries, beginning with the sample. */
export function useTrial(sample: string): [trial: Trial, setTrial: Dispatch<SetStateAction<Trial>>] {
  const { settings } = useConnection();
  const [trial, setTrial] = useState<Trial>(() => ({
    script: SAMPLE_SCRIPT,
    descriptor: sample,
    environment: settings.environments[0] ?? '',
    resourceType: 'dataproduct',
    ...readStored<Trial>(TRIAL_KEY),
  }));
  useStored(TRIAL_KEY, trial);
  return [trial, setTrial];
}

/** Reads the policy that the address names; returns the error when that failed. */
export function usePolicy(policyId: string | undefined, onRead: (policy: ListedEntity) => void): unknown {
  return useReadOnce(policyId, (api, id, signal) => api.own.entity(id, signal), onRead);
}
