import { NotTestable } from '../../suite/check.ts';
import { type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { createGate } from '../../suite/gate.ts';
import type { Run } from '../../suite/run.ts';
import { createAccess } from './facts/access.ts';
import { createForms, createProducts, createStanding } from './facts/products.ts';
import { createRequests } from './facts/requests.ts';
import { collectSamples, type Samples } from './facts/samples.ts';

/** The check that reports an operation as missing or broken; all other checks of that operation depend on it. */
export const PRIMARY: Readonly<Record<string, string>> = {
  insertProvisioningResults: 'MP-01',
  delete: 'MP-06',
  updateAcl: 'MP-07',
};

const HINT =
  'the built-in sample was rejected; pass the descriptor of a deployed data product with --descriptor FILE';

/** Facts that the marketplace plugin checks share. Each request is sent when a check first needs it. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const samples = collectSamples(run);
  const requests = createRequests(run, samples);
  const products = createProducts(samples, requests);
  const forms = createForms(samples, requests, products.insertLater);
  const access = createAccess(run, samples, requests);
  const everyForm = [products.insertLater, ...forms.map(({ remove }) => remove)];
  return {
    run,
    send: requests.send,
    cleanUp: requests.cleanUp,
    descriptor: samples.descriptor,
    access: samples.access,
    /** Descriptors that, according to the configuration, no plugin can show. */
    invalid: run.settings.samples?.invalid ?? [],
    ...products,
    forms,
    ...createStanding(samples, requests, everyForm),
    ...access,
    ...createPluginGate(run, samples, { ...products, ...access }),
  };
}

interface Known {
  readonly insert: () => Promise<Exchange>;
  readonly removeNothing: () => Promise<Exchange>;
  readonly remove: () => Promise<Exchange>;
  readonly grant: () => Promise<Exchange>;
}

function createPluginGate(
  run: Run,
  { builtIn, isAccessGiven }: Samples,
  { insert, removeNothing, remove, grant }: Known,
) {
  const probes: Readonly<Record<string, () => Promise<Exchange>>> = {
    insertProvisioningResults: insert,
    delete: async () => {
      const exchange = await removeNothing();
      // There was nothing to remove: some plugins refuse that.
      return statusOf(exchange) === 400 ? remove() : exchange;
    },
    updateAcl: grant,
  };
  /** Whether a refused valid request indicates a defect of the plugin, and not a problem of the sample. */
  const isExcusable = async (operation: string): Promise<boolean> => {
    if (operation === 'updateAcl') return !isAccessGiven;
    // A displayed data product can be removed.
    return builtIn && (operation !== 'delete' || !succeeded(await insert()));
  };
  const excuse = async (operation: string, exchange: Exchange): Promise<void> => {
    if (statusOf(exchange) === 400 && (await isExcusable(operation))) throw new NotTestable(HINT);
  };
  return { gate: createGate(run, { primary: PRIMARY, probes, excuse }), isExcusable };
}
