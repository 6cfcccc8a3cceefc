import { mustSucceed } from '../../checks/good-requests.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { describeAnswer, type Exchange, succeeded } from '../../suite/exchange.ts';
import type { Facts } from './facts.ts';

const SCOPE = { operation: 'getEntityReference' } as const;

/** References exist for what was published and not removed, whatever other requests there were. */
export function presenceChecks(facts: Facts): Check[] {
  return [...afterValidationChecks(facts), ...afterRemovalChecks(facts)];
}

/** A validation publishes nothing and removes nothing. */
function afterValidationChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check(
      'DC-29',
      {
        of: 'published',
        title: 'A validation does not publish a data product',
        operation: 'validate',
      },
      async (trial) => {
        const { before, after } = await facts.referenceUnpublished();
        trial.saw(before, after);
        if (!succeeded(before) && succeeded(after))
          tellChange(trial, 'validation publishes', { before, after });
      },
    ),
    check(
      'DC-29',
      { ...SCOPE, of: 'removed', title: 'A validation does not remove a published data product' },
      async (trial) => {
        const [before, after] = [await facts.reference(), await facts.referenceValidated()];
        trial.saw(before, after);
        if (succeeded(before) && !succeeded(after))
          tellChange(trial, 'validation removes', { before, after });
      },
    ),
  ];
}

interface Change {
  readonly before: Exchange;
  readonly after: Exchange;
}

function tellChange(trial: Trial, symptom: string, { before, after }: Change): void {
  trial.wrongAnswer(symptom, `${describeAnswer(before)}, as before the validation`, after, before);
}

/** A removal removes all of its data product from the catalog, and nothing else. */
function afterRemovalChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('DC-27', SCOPE, async (trial) => {
      mustSucceed(trial, await facts.referenceKept(), {
        symptom: 'another data product is gone',
        expected: '200: only the other data product was removed',
      });
    }),
    check('DC-25', SCOPE, async (trial) => {
      const [exchange] = await facts.referencesRemoved();
      trial.saw(exchange);
      if (!succeeded(exchange)) return;
      trial.wrongAnswer(
        'found after its removal',
        '400: the component is no longer in the catalog',
        exchange,
      );
    }),
    check('DC-30', SCOPE, (trial) => removedAsAWhole(trial, facts)),
  ];
}

async function removedAsAWhole(trial: Trial, facts: Facts): Promise<void> {
  const published = [await facts.reference(), ...(await facts.referencesBeside())].filter(succeeded);
  const removed = (await facts.referencesRemoved()).filter(({ sent }) =>
    published.some((one) => one.sent.path === sent.path),
  );
  trial.saw(...removed);
  const [kept] = removed.filter(succeeded);
  const gone = removed.filter((exchange) => !succeeded(exchange));
  if (kept === undefined || gone.length === 0) return;
  trial.wrongAnswer('removed in part', 'as for the other component, which is no longer found', kept, ...gone);
}
