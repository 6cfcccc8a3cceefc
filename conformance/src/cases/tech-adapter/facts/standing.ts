import { listOf } from '../../../suite/json.ts';
import { createGrants } from '../grants.ts';
import type { Samples } from '../samples.ts';
import type { After, Requests } from './requests.ts';

/** The main component, that stands while access to it is given. */
export function createStanding(samples: Samples, requests: Requests, after: After) {
  const { acl, deployment, refs, work } = requests;
  const provisionOnce = deployment(samples.main, 'provision', undefined, after);
  const provisionTwice = deployment(
    samples.main,
    'provision again, with a member that nobody knows',
    { removeData: false, notInTheContract: { any: 'thing' } },
    [provisionOnce.end],
  );
  const provisionThrice = deployment(
    samples.main,
    'provision a third time, with an enriched descriptor',
    { removeData: false, latestEnrichedDescriptor: samples.enriched },
    [provisionTwice.end],
  );
  return {
    provisionOnce,
    provisionTwice,
    provisionThrice,
    ...createGrants({
      refs: listOf(refs),
      component: samples.accessJson,
      after: provisionThrice.end,
      grant: (label, more, earlier) => work('updateacl', label, () => acl(more), [earlier]),
    }),
  };
}
