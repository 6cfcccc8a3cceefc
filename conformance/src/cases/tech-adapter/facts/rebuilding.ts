import { type Bisected, bisect } from '../../../suite/bisect.ts';
import { memo } from '../../../suite/check.ts';
import type { Run } from '../../../suite/run.ts';
import type { Sample } from '../samples.ts';
import { createJoining } from './joining.ts';
import type { Requests } from './requests.ts';

interface Setting {
  /** The component that is provisioned, removed and provisioned again. */
  readonly component: Sample;
  /** A component that was never provisioned. */
  readonly untouched: Sample;
  /** There is a separate component for it; the only configured component is not provisioned twice. */
  readonly rebuilt: boolean;
  /** Settles when access to the main component has been granted: the rebuilt one must not report that. */
  readonly granted: () => Promise<unknown>;
  /** Settles when all access to the rebuilt component has been revoked. */
  readonly revoked: () => Promise<unknown>;
}

/**
 * Removals of a component that never existed, and of one that is provisioned twice, which best shows whether removeData
 * may be omitted.
 */
export function createRebuilding(
  { session, settings }: Run,
  requests: Requests,
  { component, untouched, rebuilt, granted, revoked }: Setting,
) {
  const { request, work, deployment, removal } = requests;
  const unprovisionNever = work('unprovision', 'unprovision of a component that was never provisioned', () =>
    request(untouched),
  );
  const provisionToRemove = createJoining(component, rebuilt ? [] : [unprovisionNever.end], requests);
  const unprovisionStating = rebuilt
    ? removal(component, 'unprovision with removeData: false', {}, [provisionToRemove.end])
    : unprovisionNever;
  const refusal = memo(async () => {
    if (settings.readOnly) return;
    const value = { ...request(component), descriptor: undefined };
    await session.call({
      operation: 'provision',
      label: 'empty provision, before a valid one',
      intent: 'invalid',
      value,
    });
  });
  const provisionToRemoveAgain = deployment(component, 'provision the same again, without removeData', {}, [
    unprovisionStating.end,
    refusal,
    ...(rebuilt ? [granted] : []),
  ]);
  const unprovisionOmitting = removal(
    component,
    'unprovision without removeData',
    { removeData: undefined },
    [rebuilt ? revoked : unprovisionNever.end],
  );
  return {
    /** A refusal of one request must not affect the next ones. */
    refusal,
    unprovisionNever,
    provisionToRemove,
    unprovisionStating,
    provisionToRemoveAgain,
    unprovisionOmitting,
    unprovisionRemoved: createRemoved(component, unprovisionOmitting.end, removal),
  };
}

/** Invalid YAML. */
const UNREADABLE = 'dataProduct: [unclosed\n\t{info: ';

/** The component and its data no longer exist, and the enriched descriptor is not needed. */
function createRemoved(
  component: Sample,
  after: () => Promise<unknown>,
  removal: Requests['removal'],
): Bisected<'enriched'> {
  return bisect({
    send: (label, more) => removal(component, label, { removeData: true, ...more }, []),
    label: 'unprovision a removed component and its data, with an enriched descriptor that is not YAML',
    variations: { enriched: { latestEnrichedDescriptor: UNREADABLE } },
    after: [after],
  });
}
