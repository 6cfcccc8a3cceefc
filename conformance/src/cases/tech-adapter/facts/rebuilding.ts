import { isDone, shownBy } from '../../../checks/outcomes.ts';
import { memo } from '../../../suite/check.ts';
import type { Exchange } from '../../../suite/exchange.ts';
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
    ...createRemoved(component, unprovisionOmitting.end, removal),
  };
}

/** No parser reads it. */
const UNREADABLE = 'dataProduct: [unclosed\n\t{info: ';

/** A removal of what was removed, and what was answered where the enriched descriptor that came with it could not be read. */
export interface Removed {
  readonly work: Work;
  readonly unread?: Exchange;
}

/**
 * There is nothing left of it, and no data that could be lost; of an enriched descriptor nothing is needed any more. Only
 * where it is not done with one that nobody can read another request leaves that out.
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
