import { merge } from '../../../suite/bisect.ts';
import { createDeployments } from '../../../suite/clean-up.ts';
import { at, type JsonObject } from '../../../suite/json.ts';
import type { Run } from '../../../suite/run.ts';
import type { After, Work } from '../../../suite/work.ts';
import type { Sample, Samples } from '../samples.ts';

/** The valid requests of a run: their bodies, and the work that they start. */
export type Requests = ReturnType<typeof createRequests>;

export function createRequests(run: Run, samples: Samples) {
  const { refuseNewer, work, removeAll } = createDeployments(run);
  const request = <S extends object>(sample: S, more: object = { removeData: false }): S => ({
    ...sample,
    ...more,
  });

  const { bodies = {} } = run.settings;
  const example = (operation: string, name: string): unknown =>
    at(run.contract.fixtures[operation], 'request', name, 'value');
  const refs = at(bodies['updateacl'] ?? example('updateacl', 'grant'), 'refs');
  const acl = (more: JsonObject, json = samples.accessJson): JsonObject =>
    merge({ refs, provisionInfo: { request: json, result: 'done' } }, more);

  return {
    request,
    acl,
    /** Who gets access: the identities from the configuration, else those of the contract's example. */
    refs,
    reverse: bodies['runReverseProvisioning'] ?? example('runReverseProvisioning', 'importSchema'),
    refuseNewer,
    work,
    /** @param more members of the request besides the descriptor. */
    deployment: (
      sample: Sample,
      label: string,
      more: object = { removeData: false },
      after: After = [],
    ): Work => work('provision', label, () => request(sample, more), after),
    /** @param more members of the request besides the descriptor. */
    removal: (sample: Sample, label: string, more: object, after: After): Work =>
      work('unprovision', label, () => request(sample, { removeData: false, ...more }), after),
    cleanUp: () => removeAll({ removeData: false }),
  };
}
