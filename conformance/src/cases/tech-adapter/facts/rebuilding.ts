import { memo } from '../../../suite/check.ts';
import type { Run } from '../../../suite/run.ts';
import type { Work } from '../../../suite/work.ts';
import type { Sample } from '../samples.ts';
import { createJoining } from './joining.ts';
import type { Requests } from './requests.ts';

interface Setting {
  /** The component that is built, removed and built again. */
  readonly component: Sample;
  /** Nothing of it stands yet. */
  readonly untouched: Sample;
  /** Something stands apart for it; the caller's one component is not built up twice. */
  readonly rebuilt: boolean;
  /** Ends when all access to what was built again is taken away. */
  readonly revoked: () => Promise<unknown>;
}

/** What is removed: what was never there, and what is built and built again, which shows best whether removeData is left out. */
export function createRebuilding(
  { session, settings }: Run,
  { request, work, deployment, removal }: Requests,
  { component, untouched, rebuilt, revoked }: Setting,
) {
  const unprovisionNever = work('unprovision', 'unprovision of what was never provisioned', () =>
    request(untouched),
  );
  const nothing = async (): Promise<void> => undefined;
  const joining = createJoining(component, rebuilt ? nothing : unprovisionNever.end, deployment);
  const provisionToRemove: Work = {
    start: async () => (await joining()).work.start(),
    end: async () => (await joining()).work.end(),
  };
  const unprovisionStating = rebuilt
    ? removal(component, 'unprovision with removeData: false', {}, [provisionToRemove.end])
    : unprovisionNever;
  const refusal = memo(async () => {
    if (settings.readOnly) return;
    const value = { ...request(component), descriptor: undefined };
    await session.call({
      operation: 'provision',
      label: 'provision of nothing, before a good one',
      intent: 'invalid',
      value,
    });
  });
  const provisionToRemoveAgain = deployment(
    component,
    'provision the same once more, without removeData',
    {},
    [unprovisionStating.end, refusal],
  );
  const unprovisionOmitting = removal(
    component,
    'unprovision without removeData',
    { removeData: undefined },
    [rebuilt ? revoked : unprovisionNever.end],
  );
  return {
    /** A refusal of one request must not spoil the next ones. */
    refusal,
    unprovisionNever,
    joining,
    provisionToRemove,
    unprovisionStating,
    provisionToRemoveAgain,
    unprovisionOmitting,
    /** There is nothing left of it, and no data that could be lost. */
    unprovisionRemoved: removal(
      component,
      'unprovision what was removed, and its data',
      { removeData: true },
      [unprovisionOmitting.end],
    ),
  };
}
