import type { Pair } from '../../../checks/agreement.ts';
import type { ValidationFacts } from '../../../laws/validations.ts';
import { memo, NotApplicable } from '../../../suite/check.ts';
import type { Exchange } from '../../../suite/exchange.ts';
import { memoAfter, settled, type Work } from '../../../suite/work.ts';
import type { Requests } from './requests.ts';

/** Maximum number of requested components of one data product. */
const MANY = 5;

/** The steps of the main data product after which its components are looked up. */
interface Steps {
  readonly validations: ValidationFacts;
  readonly validationResults: Pair;
  readonly publishPlain: Work;
  readonly publishAgain: Work;
}

/** References to the main data product before it is published, and while it is. */
export function createReferences(requests: Requests, steps: Steps) {
  const { component } = requests;
  const ask = async (label: string, ...earlier: readonly (() => Promise<unknown>)[]): Promise<Exchange> => {
    if (component === undefined) throw new NotApplicable('the descriptor names no component');
    for (const one of earlier) await settled(one);
    return requests.ask(component, label);
  };
  /** The reference of a component before any other request for its data product. */
  const unpublished = memo(() => ask('reference of an unpublished component'));
  const referenceAtOnce = memo(() => ask('reference of a published component', steps.publishPlain.end));
  const reference = memo(async () =>
    requests.askPublished(component, steps.publishPlain, await referenceAtOnce(), 'the same a little later'),
  );
  return {
    unpublished,
    referenceUnpublished: memo(async () => {
      const before = await unpublished();
      const { atOnce, asTask } = steps.validations.usual;
      await Promise.all([settled(atOnce), settled(asTask.end)]);
      return { before, after: await ask('the same, after a validation') };
    }),
    referenceAtOnce,
    reference,
    referenceValidated: memo(() =>
      ask(
        'reference of a published component, after another validation',
        steps.validationResults.atOnce,
        steps.validationResults.asTask.end,
      ),
    ),
    ...createMoreReferences(requests, steps, reference),
  };
}

/** While it is published, in addition to the baseline reference. */
function createMoreReferences(
  { ask, component, contents }: Requests,
  { publishAgain }: Pick<Steps, 'publishAgain'>,
  reference: () => Promise<Exchange>,
) {
  return {
    /** Of every component except the one that is requested anyway. */
    referencesBeside: memoAfter([reference], async () => {
      const others = contents.components.filter((id) => id !== component).slice(0, MANY);
      return Promise.all(others.map((id) => ask(id, 'reference of another component')));
    }),
    referenceLater: memoAfter([publishAgain.end], () =>
      ask(component, 'reference after a repeated publication'),
    ),
    referenceOdd: memoAfter([reference], () =>
      ask(component, 'reference, with an unknown parameter', { 'not-in-the-contract': 'thing' }),
    ),
  };
}

/** References after the data product was removed, and after it was published once more. */
export function createReferencesRemoved(
  { ask, askPublished, askRemoved, component, contents }: Requests,
  { removeMain, publishRemoved }: { readonly removeMain: Work; readonly publishRemoved: Work },
) {
  return {
    referenceBack: memoAfter([publishRemoved.end], async () => {
      const label = 'reference of a component that was removed and published again';
      return askPublished(component, publishRemoved, await ask(component, label), `${label}, a little later`);
    }),
    referencesRemoved: memo(async () => {
      const { state } = await removeMain.end();
      if (state !== 'COMPLETED') throw new NotApplicable('the removal did not succeed');
      const beside = contents.components.find((id) => id !== component);
      const first = await askRemoved(component, 'reference after the removal');
      if (beside === undefined) return [first] as const;
      return [first, await askRemoved(beside, 'the same for another component')] as const;
    }),
  };
}
