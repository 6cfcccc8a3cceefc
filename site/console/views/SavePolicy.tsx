import type { PolicyCreate } from '@tessera/contracts/types/governance';
import { useState } from 'react';
import { useConnection } from '../api/use-live.tsx';
import type { Trial } from '../model/trial.ts';
import { Failure } from '../parts/Notice.tsx';
import { go, hashOf } from '../route.ts';

/** What a new policy has beside its script, its resources, and its name. */
const NEW_POLICY = {
  context: 'global',
  interactionType: 'user2platform',
  trigger: 'active',
  timing: 'deployment',
  strategy: 'default',
  engine: 'cue',
  severity: 'error',
} as const satisfies Partial<PolicyCreate>;

/** Stores the script as a policy, which begins as a draft. */
export function SavePolicy({ trial }: { trial: Trial }) {
  const { api } = useConnection();
  const [name, setName] = useState('');
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const save = async (): Promise<void> => {
    const { script: cueScript, environment, resourceType } = trial;
    const members = { name: name.trim(), description: name.trim(), cueScript, environment, resourceType };
    setSending(true);
    try {
      const body = { ...NEW_POLICY, ...members, selectors: [], tags: [], additionalMetadata: {} };
      const { id } = await api.governance.createPolicy({ body });
      go(hashOf(['policies', id]));
    } catch (cause) {
      setError(cause);
    }
    setSending(false);
  };
  return (
    <section aria-labelledby="save-title">
      <h2 id="save-title">Keep the policy</h2>
      <form
        className="save"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <input
          aria-label="Name of the policy"
          placeholder="Name of the policy"
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <button type="submit" className="button" disabled={isSending || trial.script.trim() === ''}>
          Create a draft
        </button>
      </form>
      {error !== undefined && <Failure error={error} />}
    </section>
  );
}
