import { isDone, shownBy } from '../../../checks/outcomes.ts';
import { memo } from '../../../suite/check.ts';
import type { Exchange } from '../../../suite/exchange.ts';
import type { Run } from '../../../suite/run.ts';
import type { Work } from '../../../suite/work.ts';
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
  { request, work, deployment, removal }: Requests,
  { component, untouched, rebuilt, granted, revoked }: Setting,
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
    [unprovisionStating.end, refusal, ...(rebuilt ? [granted] : [])],
  );
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
    joining,
    provisionToRemove,
    unprovisionStating,
    provisionToRemoveAgain,
    unprovisionOmitting,
    ...createRemoved(component, unprovisionOmitting.end, removal),
  };
}

/** Invalid YAML. */
const UNREADABLE = 'dataProduct: [unclosed\n\t{info: ';

/** A removal of a removed component, and the answer to it if the enriched descriptor was unreadable. */
export interface Removed {
  readonly work: Work;
  readonly unread?: Exchange;
}

/**
 * The component and its data no longer exist, and the enriched descriptor is not needed. Only if the adapter fails on
 * an unreadable one, another request omits it.
 */
function createRemoved(component: Sample, after: () => Promise<unknown>, removal: Requests['removal']) {
  const remove = (label: string, more: object): Work =>
    removal(component, label, { removeData: true, ...more }, [after]);
  const removed = memo(async (): Promise<Removed> => {
    const both = remove('unprovision what was removed, and its data, with text that is not YAML', {
      latestEnrichedDescriptor: UNREADABLE,
    });
    if (await isDone(both)) return { work: both };
    const work = remove('unprovision what was removed, and its data', {});
    return { work, unread: await shownBy(both) };
  });
  const unprovisionRemoved: Work = {
    start: async () => (await removed()).work.start(),
    end: async () => (await removed()).work.end(),
  };
  return { removed, unprovisionRemoved };
}
