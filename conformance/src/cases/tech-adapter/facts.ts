import { bisect, merge } from '../../suite/bisect.ts';
import { memo, NotApplicable, NotTestable } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { createGate } from '../../suite/gate.ts';
import { at, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { type After, isBegun } from '../../suite/work.ts';
import { createRebuilding } from './facts/rebuilding.ts';
import { createRequests, type Requests } from './facts/requests.ts';
import { createReversing, type Reversing } from './facts/reversing.ts';
import { createStanding } from './facts/standing.ts';
import { createStopping } from './facts/stopping.ts';
import { createAdapterValidations } from './facts/validations.ts';
import { createRevocation } from './revocation.ts';
import { collectSamples, type Samples } from './samples.ts';

/** The check that reports an operation as missing or broken; all other checks of that operation depend on it. */
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

const DESCRIPTOR_FIELDS = ['provision', 'unprovision', 'updateacl'];
const HINT =
  'the built-in sample was rejected; pass a descriptor that the adapter accepts with --descriptor FILE';

const STRANGERS =
  'the identities of the built-in sample were rejected; pass some that the adapter knows with --body updateacl=FILE';

const NO_ACCESS = 'access is set on output ports only, and the descriptor is for another kind of component';

/** Facts that the tech adapter checks share. Each request is sent when a check first needs it. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const samples = collectSamples(run.settings.descriptor, run.settings.samples);
  const requests = createRequests(run, samples);
  const known = {
    samples,
    refs: listOf(requests.refs),
    /** The adapter rejects an access list for a component of a kind that may have no access control. */
    isWithoutAccess: (exchange: Exchange): boolean => !samples.accessIsOfPort && statusOf(exchange) === 400,
    ...createAdapterValidations(run, samples, requests),
    ...createScenarios(run, samples, requests),
    ...createOthers(samples, requests),
    ...createReversing(requests),
  };
  const { request, acl, reverse, cleanUp } = requests;
  return { run, request, acl, reverse, cleanUp, ...known, ...createAdapterGate(run, known) };
}

/** The life cycles of the components of the run. With one component they are sequential, otherwise concurrent. */
function createScenarios(run: Run, samples: Samples, requests: Requests) {
  const [stoppable = samples.main, removable = samples.main] = samples.others;
  const rebuilt = removable !== samples.main;
  const isStoppedApart = stoppable !== samples.main;

  const rebuilding = createRebuilding(run, requests, {
    component: removable,
    untouched: rebuilt ? stoppable : removable,
    rebuilt,
    granted: () => standing.aclOnce.end(),
    revoked: () => revocation(),
  });
  const standing = createStanding(samples, requests, {
    after: rebuilt ? [] : [rebuilding.unprovisionOmitting.end],
    between: rebuilding.refusal,
  });
  const revocation = createRevocation({
    first: samples.accessJson,
    apart: rebuilt ? samples.otherJson : undefined,
    after: rebuilt ? rebuilding.provisionToRemoveAgain.end : standing.aclOddly.read,
    granted: standing.aclTwice.end,
    revoke: (label, json, more) =>
      requests.work('updateacl', label, () => merge(requests.acl({ refs: [] }, json), more)),
  });
  // A removal runs beside it: a request to stop is for one task.
  const beforeStopping = rebuilt
    ? [rebuilding.unprovisionNever.end, rebuilding.unprovisionStating.start]
    : [];
  const stopping = createStopping(run, requests, stoppable, isStoppedApart ? beforeStopping : [revocation]);
  /** The first provision has certainly finished, whatever happens to the stopped one. */
  const lateTermination = memo(async () => {
    const { task } = await standing.provisionOnce.end();
    if (task === undefined) throw new NotApplicable('provision is synchronous: there is no token');
    return run.tasks.terminate(task, 'terminate a finished provision');
  });
  return {
    lateTermination,
    /** Whether a separate component is provisioned, removed and provisioned again. */
    rebuilt,
    /** Whether a separate component is stopped and removed. */
    isStoppedApart,
    ...rebuilding,
    ...standing,
    revocation,
    ...stopping,
    unprovisionMain: createLastRemoval(samples, requests, [
      rebuilt ? standing.aclOddly.read : revocation,
      ...(isStoppedApart ? [] : [stopping.stopped]),
    ]),
  };
}

/**
 * The main component is removed as the platform does it: with an enriched descriptor and without removeData. A failed
 * request is not repeated: it may have removed a part, and a second one could succeed for that reason.
 */
function createLastRemoval({ main, enriched }: Samples, { removal }: Requests, after: After) {
  const known = { latestEnrichedDescriptor: enriched };
  return bisect({
    send: (label, more) => removal(main, label, { ...known, ...more }, []),
    label: 'unprovision',
    variations: { omitted: { removeData: undefined } },
    after,
    isFine: isBegun,
  });
}

/** Further descriptors from the configuration; each is deployed once. */
function createOthers(samples: Samples, { deployment }: Requests) {
  return {
    // The scenarios already use the first two others.
    provisionOthers: samples.others
      .slice(2)
      .map((sample, index) => deployment(sample, `provision of another component (${index + 3})`)),
    provisionForbidden: samples.forbidden.map((sample, index) =>
      deployment(sample, `provision of the forbidden sample (${index + 1})`),
    ),
  };
}

interface Known
  extends Reversing,
    ReturnType<typeof createAdapterValidations>,
    ReturnType<typeof createScenarios> {
  readonly samples: Samples;
  readonly refs: readonly unknown[];
  readonly isWithoutAccess: (exchange: Exchange) => boolean;
}

function createAdapterGate(run: Run, known: Known) {
  /**
   * A list of unknown identities is refused because of them. An adapter that also refuses the empty list refuses more
   * than identities.
   */
  const knowsNobody = memo(async (): Promise<boolean> => {
    if (run.settings.bodies?.['updateacl'] !== undefined) return false;
    const { exchange } = await known.aclTwice.start();
    const field = String(at(bodyOf(exchange), 'inputErrorField'));
    const isNamed = known.refs.some((ref) => exchange.received?.text.includes(String(ref)) === true);
    if (statusOf(exchange) !== 400 || !(isNamed || /^refs\b/.test(field))) return false;
    return (await known.revocation()).isFine;
  });

  /** Whether a refused valid request indicates a defect of the adapter, and not a problem of the sample. */
  const isExcusable = async (operation: string): Promise<boolean> => {
    if (operation === 'runReverseProvisioning') return true;
    if (operation === 'updateacl' && (await knowsNobody())) return true;
    return (
      known.samples.builtIn &&
      DESCRIPTOR_FIELDS.includes(operation) &&
      !(await known.validations.foundValid())
    );
  };

  const excuse = async (operation: string, exchange: Exchange): Promise<void> => {
    if (operation === 'updateacl' && known.isWithoutAccess(exchange)) throw new NotApplicable(NO_ACCESS);
    if (statusOf(exchange) === 400 && (await isExcusable(operation)))
      throw new NotTestable(operation === 'updateacl' && (await knowsNobody()) ? STRANGERS : HINT);
    if (operation === 'terminateProvisioning' && (await known.cameTooLate(exchange)))
      throw new NotApplicable(
        'the task finished before it could be terminated: pass --descriptor FILE with a component that takes longer',
      );
  };
  return { gate: createGate(run, { primary: PRIMARY, probes: firstRequests(known), excuse }), isExcusable };
}

function firstRequests(known: Known): Readonly<Record<string, () => Promise<Exchange>>> {
  return {
    asyncValidate: async () => (await known.validations.usual.asTask.start()).exchange,
    validate: known.validations.usual.atOnce,
    provision: async () => (await known.provisionOnce.start()).exchange,
    unprovision: async () => {
      const { exchange } = await known.unprovisionNever.start();
      // There was nothing to remove: some adapters refuse that.
      return statusOf(exchange) === 400 ? (await known.unprovisionMain.start()).exchange : exchange;
    },
    updateacl: async () => {
      const { exchange } = await known.aclOnce.start();
      // The free fields may be the reason for a refusal: the plain request decides.
      return succeeded(exchange) ? exchange : (await known.aclTwice.start()).exchange;
    },
    runReverseProvisioning: async () => (await known.reversing.start()).exchange,
    terminateProvisioning: async () => (await known.termination()).exchange,
  };
}
