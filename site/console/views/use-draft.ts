import { useState } from 'react';
import type { Draft } from '../model/deployment.ts';
import { readStored, useStored } from '../parts/use-stored.ts';

const DRAFT_KEY = 'tessera.platform.draft';

/** What a person has entered so far. */
export function useDraft(
  sample: string,
  environments: readonly string[],
): [draft: Draft, setDraft: (next: Draft) => void] {
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
