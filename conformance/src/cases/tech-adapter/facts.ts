import { Blocked, memo, NotApplicable, NotTestable } from '../../suite/check.ts';
import { compareGenerations, grantedAbsence, operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import type { Started } from '../../suite/tasks.ts';
import { createWork, memoByKey, settled, type Work } from '../../suite/work.ts';
import { createGrants } from './grants.ts';
import { createRevocation } from './revocation.ts';
import { collectSamples, type Sample } from './samples.ts';

/** The check that says that an operation is missing or broken; all others of that operation then rest on it. */
export const PRIMARY: Readonly<Record<string, string>> = {
  asyncValidate: 'TA-01',
  getValidationStatus: 'A-02',
  validate: 'TA-11',
  provision: 'TA-12',
  getStatus: 'A-02',
  terminateProvisioning: 'TA-26',
  unprovision: 'TA-24',
  updateacl: 'TA-30',
  runReverseProvisioning: 'TA-34',
  getReverseProvisioningStatus: 'A-02',
};

const MUTATING = ['provision', 'unprovision', 'updateacl', 'terminateProvisioning'];
const DESCRIPTOR_FIELDS = ['provision', 'unprovision', 'updateacl'];
/** How long an end has to last before it is looked at again, in milliseconds. */
const AFTERWARDS = 150;
const HINT =
  'the built-in sample was refused; pass a descriptor that the adapter accepts with --descriptor FILE';

/** What checks of the tech adapter learn from it. Nothing is sent before somebody asks. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const { session, tasks, settings } = run;
  const samples = collectSamples(settings.descriptor, settings.samples);
  const [terminated = samples.main, neverProvisioned = samples.main] = samples.others;
  /** What stands on the technology because of this run. */
  const created = new Set<Sample>();

  const request = (sample: object, more: object = { removeData: false }): object => ({ ...sample, ...more });

  const refuseNewer = (operation: string): void => {
    const { since } = operationOf(run.contract, operation);
    if (since === undefined || compareGenerations(since, settings.contractVersion) <= 0) return;
    throw new NotApplicable(`${operation} came with generation ${since}`);
  };

  const begin = async (operation: string, value: unknown, label: string): Promise<Started> => {
    if (settings.readOnly && MUTATING.includes(operation)) {
      throw new NotTestable(`--read-only: ${operation} is not called`);
    }
    refuseNewer(operation);
    return tasks.start(operation, value, label);
  };

  const work = (
    operation: string,
    label: string,
    value: () => unknown,
    after: readonly (() => Promise<unknown>)[] = [],
  ): Work => createWork(tasks, async () => begin(operation, value(), label), after);

  const send = (operation: string, label: string, value: unknown): (() => Promise<Exchange>) =>
    memo(() => session.call({ operation, label, intent: 'valid', value }));

  const grants = at(run.contract.fixtures['updateacl'], 'request', 'grant', 'value');
  const acl = (more: object, json = samples.accessJson, odd: object = {}): object => ({
    refs: at(grants, 'refs'),
    provisionInfo: { request: json, result: 'done', ...odd },
    ...odd,
    ...more,
  });
  const reverse = at(run.contract.fixtures['runReverseProvisioning'], 'request', 'importSchema', 'value');

  // Runs alone, so that the others can be held against it.
  const validation = work('asyncValidate', 'validation', () => request(samples.main));
  const validationEnriched = work(
    'asyncValidate',
    'validation with an enriched descriptor',
    () => request(samples.main, { removeData: false, latestEnrichedDescriptor: samples.enriched }),
    [validation.end],
  );
  const validationUnknown = work(
    'asyncValidate',
    'validation of an unknown component',
    () => request(need(samples.unknownComponent)),
    [validation.end],
  );
  const validationNotYaml = work(
    'asyncValidate',
    'validation of text that is not YAML',
    () => request(samples.notYaml),
    [validation.end],
  );

  const validationUnattended = work(
    'asyncValidate',
    'the same validation, that nobody asks about',
    () => request(samples.main),
    [validation.end],
  );

  const remove = async (sample: Sample, more: object, label: string): Promise<Started> => {
    const started = await begin('unprovision', request(sample, { removeData: false, ...more }), label);
    created.delete(sample);
    return started;
  };
  const removal = (
    sample: Sample,
    more: object,
    label: string,
    after: readonly (() => Promise<unknown>)[],
  ): Work => createWork(tasks, () => remove(sample, more, label), after);

  // Whether removeData is left out shows best on what is really there; the caller's one component is not built up twice.
  const rebuilt = neverProvisioned !== samples.main;
  const untouched = rebuilt ? terminated : neverProvisioned;
  const unprovisionNever = work('unprovision', 'unprovision of what was never provisioned', () =>
    request(untouched),
  );

  const build = (label: string, more: object, after: readonly (() => Promise<unknown>)[]): Work =>
    work('provision', label, () => created.add(neverProvisioned) && request(neverProvisioned, more), after);
  const provisionToRemove = build('provision what is removed again', { removeData: false }, [
    unprovisionNever.end,
  ]);
  const unprovisionStating = rebuilt
    ? removal(neverProvisioned, {}, 'unprovision with removeData: false', [provisionToRemove.end])
    : unprovisionNever;
  /** A refusal of one request must not spoil the next ones. */
  const refusal = memo(async () => {
    const value = { ...request(neverProvisioned), descriptor: undefined };
    return session.call({
      operation: 'provision',
      label: 'provision of nothing, before a good one',
      intent: 'invalid',
      value,
    });
  });
  const provisionToRemoveAgain = build('provision the same once more, without removeData', {}, [
    unprovisionStating.end,
    async () => settings.readOnly || refusal(),
  ]);
  const revocation = createRevocation({
    first: samples.accessJson,
    apart: rebuilt ? samples.otherJson : undefined,
    after: rebuilt ? provisionToRemoveAgain.end : () => aclTwice.end(),
    granted: () => aclTwice.end(),
    revoke: (label, json, more, odd) => work('updateacl', label, () => acl({ refs: [], ...more }, json, odd)),
  });
  const unprovisionOmitting = removal(
    neverProvisioned,
    { removeData: undefined },
    'unprovision without removeData',
    [rebuilt ? revocation : unprovisionNever.end],
  );

  const provisionOnce = work(
    'provision',
    'provision',
    () => created.add(samples.main) && request(samples.main),
    [...(neverProvisioned === samples.main ? [unprovisionOmitting.end] : [])],
  );
  const provisionTwice = work(
    'provision',
    'provision again, with a member that nobody knows',
    () => request(samples.main, { removeData: false, notInTheContract: { any: 'thing' } }),
    [provisionOnce.end],
  );
  const provisionThrice = work(
    'provision',
    'provision a third time, with an enriched descriptor',
    () => request(samples.main, { removeData: false, latestEnrichedDescriptor: samples.enriched }),
    [provisionTwice.end],
  );
  const { aclOnce, aclTwice, aclDoubled } = createGrants({
    refs: listOf(at(grants, 'refs')),
    component: samples.accessJson,
    after: provisionThrice.end,
    grant: (label, more, after) => work('updateacl', label, () => acl(more), [after]),
  });

  // The first two others stand in the scenarios; each of the rest is deployed once.
  const provisionOthers = samples.others
    .slice(2)
    .map((sample, index) =>
      work('provision', `provision of another (${index + 3})`, () => created.add(sample) && request(sample)),
    );

  const provisionForbidden = samples.forbidden.map((sample, index) =>
    work(
      'provision',
      `provision of what is forbidden (${index + 1})`,
      () => created.add(sample) && request(sample),
    ),
  );

  const apart = terminated !== samples.main;
  const provisionToStop = work(
    'provision',
    'provision to be stopped',
    () => created.add(terminated) && request(terminated),
    apart ? (rebuilt ? [unprovisionNever.end] : []) : [revocation],
  );
  const termination = memo(async () => {
    refuseNewer('terminateProvisioning');
    const started = await provisionToStop.start();
    if (started.kind !== 'task')
      throw new NotApplicable('provision ends within its answer: there is nothing to stop');
    return { task: started.task, exchange: await tasks.terminate(started.task, 'stop a running provision') };
  });
  const stopped = memo(async () => {
    await settled(termination);
    return provisionToStop.end();
  });
  /** What has ended stays as it is: somebody has to look again before the component is touched. */
  const stillStopped = memo(async () => {
    const { task } = await termination();
    await stopped();
    await session.pause(AFTERWARDS);
    return tasks.read(task, 'the stopped provision, a little later');
  });

  const unprovisionStopped = removal(terminated, { notInTheContract: 17 }, 'unprovision what was stopped', [
    stillStopped,
  ]);
  const unprovisionMain = removal(
    samples.main,
    { latestEnrichedDescriptor: samples.enriched },
    'unprovision',
    [rebuilt ? aclTwice.end : revocation, ...(apart ? [] : [stopped])],
  );

  const validate = send('validate', 'synchronous validation', request(samples.main));
  const validateUnknown = memo(async () => {
    await settled(validate);
    return session.call({
      operation: 'validate',
      label: 'synchronous validation of an unknown component',
      intent: 'valid',
      value: request(need(samples.unknownComponent)),
    });
  });
  const reversing = work('runReverseProvisioning', 'reverse provisioning', () => reverse);

  const first: Readonly<Record<string, () => Promise<Exchange>>> = {
    asyncValidate: async () => (await validation.start()).exchange,
    validate,
    provision: async () => (await provisionOnce.start()).exchange,
    unprovision: async () => {
      const { exchange } = await unprovisionNever.start();
      // There was nothing to remove: some say so with a refusal.
      return statusOf(exchange) === 400 ? (await unprovisionMain.start()).exchange : exchange;
    },
    updateacl: async () => {
      const { exchange } = await aclOnce.start();
      // Refused for its free fields, perhaps: the plain one decides.
      return succeeded(exchange) ? exchange : (await aclTwice.start()).exchange;
    },
    runReverseProvisioning: async () => (await reversing.start()).exchange,
    terminateProvisioning: async () => (await termination()).exchange,
  };

  /** True when one of the validations found nothing against the main descriptor. */
  const foundValid = memo(async () => {
    const [sync, async_] = await Promise.allSettled([validate(), validation.end()]);
    const bySync = sync.status === 'fulfilled' && at(bodyOf(sync.value), 'valid') === true;
    return (
      bySync ||
      (async_.status === 'fulfilled' && at(async_.value.body, 'info', 'publicInfo', 'valid') === true)
    );
  });

  /** Whether a refusal of the good request says something about the adapter, or only about the sample. */
  const isExcusable = async (operation: string): Promise<boolean> => {
    if (operation === 'runReverseProvisioning') return true;
    return samples.builtIn && DESCRIPTOR_FIELDS.includes(operation) && !(await foundValid());
  };

  /** A refused stop of a task that had ended when it was next looked at: there was nothing to stop any more. */
  const cameTooLate = async (exchange: Exchange): Promise<boolean> => {
    if (statusOf(exchange) !== 400) return false;
    await settled(stopped);
    const { task } = await termination();
    const next = task.observations.find((one) => one.exchange.at >= exchange.at);
    return next?.state !== undefined && task.lifecycle.terminal.includes(next.state);
  };

  const gate = memoByKey(async (operation: string) => {
    const probe = first[operation];
    if (probe === undefined) return;
    const exchange = await probe();
    if (succeeded(exchange)) return;
    if (statusOf(exchange) === grantedAbsence(operationOf(run.contract, operation))) {
      throw new NotApplicable(`${operation} is not supported, as the contract allows`);
    }
    if (statusOf(exchange) === 400 && (await isExcusable(operation))) throw new NotTestable(HINT);
    if (operation === 'terminateProvisioning' && (await cameTooLate(exchange)))
      throw new NotApplicable('the task had ended before it could be stopped');
    throw new Blocked(PRIMARY[operation] ?? '', `${operation} was answered ${describeAnswer(exchange)}`);
  });

  return {
    run,
    samples,
    request,
    acl,
    reverse,
    gate,
    isExcusable,
    foundValid,
    validate,
    validateUnknown,
    validation,
    validationEnriched,
    validationUnknown,
    validationNotYaml,
    validationUnattended,
    unprovisionNever,
    unprovisionStating,
    unprovisionOmitting,
    provisionOnce,
    provisionOthers,
    provisionForbidden,
    provisionTwice,
    provisionThrice,
    /** Whether something stands apart that is built, removed and built again. */
    rebuilt,
    provisionToRemove,
    provisionToRemoveAgain,
    aclOnce,
    aclTwice,
    aclDoubled,
    revocation,
    provisionToStop,
    termination,
    stopped,
    unprovisionStopped,
    unprovisionMain,
    reversing,
    /** Lets running work end, then removes what is left of it. */
    async cleanUp(): Promise<void> {
      const running = tasks.all.filter(
        ({ operation, end }) => operation === 'provision' && end === undefined,
      );
      await Promise.all(
        running.map((task) => settled(() => tasks.finish({ kind: 'task', exchange: task.start, task }))),
      );
      await Promise.all(
        [...created].map((sample) => settled(async () => tasks.finish(await remove(sample, {}, 'clean up')))),
      );
    },
  };
}

function need(sample: Sample | undefined): Sample {
  if (sample === undefined) throw new NotApplicable('the descriptor names no component');
  return sample;
}
