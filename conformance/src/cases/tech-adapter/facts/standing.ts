import { UNKNOWN_MEMBER } from '../../../checks/unknown-members.ts';
import { bisect } from '../../../suite/bisect.ts';
import { listOf } from '../../../suite/json.ts';
import { type After, isBegun } from '../../../suite/work.ts';
import { createGrants } from '../grants.ts';
import type { Samples } from '../samples.ts';
import type { Requests } from './requests.ts';

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
    again: () => provisionAgain.end(),
    grant: (label, more, ...earlier) => work('updateacl', label, () => acl(more), earlier),
  });
  const provisionAgain = bisect({
    send: (label, more) => deployment(samples.main, label, { removeData: false, ...more }),
    label: 'provision again, with an enriched descriptor and an unknown field',
    variations: {
      unknown: UNKNOWN_MEMBER,
      enriched: { latestEnrichedDescriptor: samples.enriched },
    },
    after: [provisionOnce.start, between, provisionOnce.end, grants.aclOnce.end],
    isFine: isBegun,
  });
  return { provisionOnce, provisionAgain, ...grants };
}
