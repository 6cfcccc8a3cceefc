import { listOf } from '../../../suite/json.ts';
import { isTaken, type Work } from '../../../suite/work.ts';
import { createGrants } from '../grants.ts';
import type { Samples } from '../samples.ts';
import type { After, Requests } from './requests.ts';

interface Setting {
  readonly after: After;
  /** Runs after the component is provisioned and before it is provisioned again. */
  readonly between: () => Promise<unknown>;
}

/** The main component, which exists while access to it is granted, and is provisioned again between two grants. */
export function createStanding(samples: Samples, requests: Requests, { after, between }: Setting) {
  const { acl, deployment, refs, work } = requests;
  const provisionOnce = deployment(samples.main, 'provision', undefined, after);
  const grants = createGrants({
    refs: listOf(refs),
    component: samples.accessJson,
    after: provisionOnce.end,
    again: () => repetition.provisionThrice.end(),
    grant: (label, more, earlier) => work('updateacl', label, () => acl(more), [earlier]),
  });
  const repetition = createRepetition(samples, requests, [
    provisionOnce.start,
    between,
    provisionOnce.end,
    grants.aclOnce.end,
  ]);
  return { provisionOnce, ...repetition, ...grants };
}

/**
 * One request tests two things: unknown members are ignored, and an enriched descriptor is optional. Only if it is
 * refused, two more find out which of them was the reason.
 */
function createRepetition({ main, enriched }: Samples, { deployment }: Requests, after: After) {
  const unknown = { removeData: false, notInTheContract: { any: 'thing' } };
  const known = { removeData: false, latestEnrichedDescriptor: enriched };
  const both = deployment(
    main,
    'provision again, with an enriched descriptor and a member that nobody knows',
    { ...known, ...unknown },
    after,
  );
  const second = deployment(main, 'provision again, with a member that nobody knows', unknown, [both.end]);
  const third = deployment(main, 'provision a third time, with an enriched descriptor', known, [second.end]);
  const unlessBoth = (alone: Work): Work => {
    const choose = async (): Promise<Work> => (isTaken(await both.start()) ? both : alone);
    return {
      start: async () => (await choose()).start(),
      end: async () => (await choose()).end(),
    };
  };
  return { provisionTwice: unlessBoth(second), provisionThrice: unlessBoth(third) };
}
