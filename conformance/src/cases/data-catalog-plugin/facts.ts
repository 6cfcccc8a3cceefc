import { UNKNOWN_MEMBER } from '../../checks/unknown-members.ts';
import { createValidations } from '../../laws/validations.ts';
import { NotTestable } from '../../suite/check.ts';
import { type Exchange, statusOf } from '../../suite/exchange.ts';
import { createGate } from '../../suite/gate.ts';
import type { Run } from '../../suite/run.ts';
import { createOtherProduct } from './facts/other-product.ts';
import { createPublications } from './facts/publications.ts';
import { createReferences, createReferencesRemoved } from './facts/references.ts';
import { createRequests, MUTATING, type Requests } from './facts/requests.ts';
import { collectSamples, type Samples } from './samples.ts';

/** The check that reports an operation as missing or broken; all other checks of that operation depend on it. */
export const PRIMARY: Readonly<Record<string, string>> = {
  asyncValidate: 'DC-01',
  getValidationStatus: 'A-02',
  validate: 'DC-02',
  provision: 'DC-02',
  getStatus: 'DC-05',
  unprovision: 'DC-02',
  getEntityReference: 'DC-08',
};

const HINT =
  'the built-in sample was rejected; pass the descriptor of a data product that the catalog accepts with --descriptor FILE';

/** Facts that the data catalog plugin checks share. Each request is sent when a check first needs it. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const samples = collectSamples(run.settings.descriptor, run.settings.samples);
  const requests = createRequests(run, samples);
  const known = createScenario(run, samples, requests);
  const { contents, component, ask, cleanUp } = requests;
  return {
    run,
    samples,
    contents,
    component,
    ask,
    cleanUp,
    ...known,
    ...createPluginGate(run, samples, known),
  };
}

/** Publication and removal of the main data product and of another one. */
function createScenario(run: Run, samples: Samples, requests: Requests) {
  const validations = createValidations(run, requests, {
    main: samples.plain,
    neighbors: {
      ...(samples.other && { 'another data product': samples.other }),
      'an empty mapping': samples.nothing,
    },
    before: [() => references.unpublished()],
  });
  const validationResults = validations.pair(
    'with results and an unknown field',
    () => ({ ...samples.results, ...UNKNOWN_MEMBER }),
    [() => references.reference()],
  );
  const publications = createPublications(samples, requests, {
    unpublished: [() => references.referenceUnpublished()],
    validated: [() => references.referenceValidated()],
    published: [
      () => references.referenceLater(),
      () => references.referenceOdd(),
      () => references.referencesBeside(),
      // The removal must not affect the other data product, which therefore is published before.
      () => other.referenceOther(),
    ],
    removed: [() => afterwards.referencesRemoved()],
    publishedAgain: requests.component === undefined ? [] : [() => afterwards.referenceBack()],
  });
  const references = createReferences(requests, { validations, validationResults, ...publications });
  const afterwards = createReferencesRemoved(requests, publications);
  const other = createOtherProduct(requests, samples.other, publications.removeMain);
  return {
    validations,
    validationResults,
    ...publications,
    ...references,
    ...afterwards,
    ...other,
  };
}

type Known = ReturnType<typeof createScenario>;

function createPluginGate(run: Run, samples: Samples, known: Known) {
  /** Whether a refused valid request indicates a defect of the plugin, and not a problem of the sample. */
  const isExcusable = async (operation: string): Promise<boolean> =>
    samples.builtIn && MUTATING.includes(operation) && !(await known.validations.foundValid());

  /** Without a successful publication no component can have a reference. */
  const explainReference = async (): Promise<void> => {
    const started = await known.publishPlain.start();
    if (statusOf(started.exchange) === 400 && (await isExcusable('provision'))) throw new NotTestable(HINT);
    const { state } = await known.publishPlain.end();
    if (state !== 'COMPLETED' && samples.builtIn) throw new NotTestable(HINT);
  };

  const excuse = async (operation: string, exchange: Exchange): Promise<void> => {
    if (statusOf(exchange) === 400 && (await isExcusable(operation))) throw new NotTestable(HINT);
    if (operation === 'getEntityReference') await explainReference();
  };
  const gate = createGate(run, { primary: PRIMARY, probes: firstRequests(known), excuse });
  return { gate, isExcusable, explainReference };
}

function firstRequests(known: Known): Readonly<Record<string, () => Promise<Exchange>>> {
  return {
    asyncValidate: async () => (await known.validations.usual.asTask.start()).exchange,
    validate: known.validations.usual.atOnce,
    provision: async () => (await known.publishPlain.start()).exchange,
    unprovision: async () => {
      const { exchange } = await known.removeNothing.start();
      // There was nothing to remove: some plugins refuse that.
      return statusOf(exchange) === 400 ? (await known.removeMain.start()).exchange : exchange;
    },
    getEntityReference: known.reference,
  };
}
