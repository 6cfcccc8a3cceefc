import { merge } from '../../../suite/bisect.ts';
import { memo, NotApplicable } from '../../../suite/check.ts';
import { trackCreated } from '../../../suite/clean-up.ts';
import { compareVersions, operationOf } from '../../../suite/contract.ts';
import type { Exchange } from '../../../suite/exchange.ts';
import { at, type JsonObject } from '../../../suite/json.ts';
import { leftUndone } from '../../../suite/read-only.ts';
import type { Run } from '../../../suite/run.ts';
import type { Started } from '../../../suite/tasks.ts';
import { createWork, type Work } from '../../../suite/work.ts';
import type { Sample, Samples } from '../samples.ts';

const MUTATING = ['provision', 'unprovision', 'updateacl', 'terminateProvisioning'];

/** Work that must have finished before, successfully or not. */
export type After = readonly (() => Promise<unknown>)[];

/** The valid requests of a run: their bodies, and the work that they start. */
export type Requests = ReturnType<typeof createRequests>;

/** Each request is sent when a check first needs it. */
export function createRequests(run: Run, samples: Samples) {
  const { session, tasks, settings } = run;
  const created = trackCreated(tasks);

  const request = (sample: object, more: object = { removeData: false }): object => ({ ...sample, ...more });

  const { bodies = {} } = settings;
  const example = (operation: string, name: string): unknown =>
    at(run.contract.fixtures[operation], 'request', name, 'value');
  const refs = at(bodies['updateacl'] ?? example('updateacl', 'grant'), 'refs');
  const acl = (more: JsonObject, json = samples.accessJson): JsonObject =>
    merge({ refs, provisionInfo: { request: json, result: 'done' } }, more);

  const refuseNewer = (operation: string): void => {
    const { since } = operationOf(run.contract, operation);
    if (since === undefined || compareVersions(since, settings.contractVersion) <= 0) return;
    throw new NotApplicable(`${operation} exists since contract version ${since}`);
  };

  const begin = async (operation: string, value: unknown, label: string): Promise<Started> => {
    if (settings.readOnly && MUTATING.includes(operation)) {
      throw leftUndone(session);
    }
    refuseNewer(operation);
    const send = (): Promise<Started> => tasks.start(operation, value, label);
    if (operation === 'provision') return created.create(value, send);
    return operation === 'unprovision' ? created.remove(value, send) : send();
  };

  const work = (operation: string, label: string, value: () => unknown, after: After = []): Work =>
    createWork(tasks, async () => begin(operation, value(), label), after);

  return {
    request,
    acl,
    /** Who gets access: the identities from the configuration, else those of the contract's example. */
    refs,
    reverse: bodies['runReverseProvisioning'] ?? example('runReverseProvisioning', 'importSchema'),
    /** Throws NotApplicable for an operation that the tested contract version does not have. */
    refuseNewer,
    work,
    send: (operation: string, label: string, value: () => unknown): (() => Promise<Exchange>) =>
      memo(async () => session.call({ operation, label, intent: 'valid', value: value() })),
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
    cleanUp: () => created.removeAll((value) => begin('unprovision', request(Object(value)), 'clean up')),
  };
}
