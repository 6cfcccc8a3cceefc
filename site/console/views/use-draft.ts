import { useEffect, useState } from 'react';
import type { Draft } from '../model/deployment.ts';

/** Where the draft is stored until the tab is closed, so that it survives a change of the view. */
const DRAFT_KEY = 'tessera.platform.draft';

/** What a person has entered so far. */
export function useDraft(
  sample: string,
  environments: readonly string[],
): [draft: Draft, setDraft: (next: Draft) => void] {
  const [draft, setDraft] = useState<Draft>(() => {
    const first = environments[0] ?? '';
    const fresh = { wishes: {}, removeData: false, preventRedeploy: false };
    const kept: Draft = { descriptor: sample, environment: first, ...fresh, ...readKept() };
    // Another platform may have other environments.
    return environments.includes(kept.environment) ? kept : { ...kept, environment: first };
  });
  useEffect(() => {
    try {
      sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
    } catch {
      // Storage is blocked or full: the draft lasts as long as this view.
    }
  }, [draft]);
  return [draft, setDraft];
}

function readKept(): Partial<Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? '{}');
  } catch {
    return {};
  }
}
