import { variationCheck } from '../../checks/variations.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { describeAnswer, statusOf, statusText } from '../../suite/exchange.ts';
import { isTaken, type Work } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

/** An unreadable enriched descriptor must not cause a failure: the adapter may refuse it or ignore it. */
export function unreadableCheck({ run, rebuilt, unprovisionRemoved }: Facts): Check {
  const title = 'An enriched descriptor that is not YAML causes no system error';
  return run.check('TA-41', { of: 'enriched.not-yaml', title, operation: 'unprovision' }, async (trial) => {
    if (!rebuilt) return;
    const { work, failing } = await unprovisionRemoved.read();
    const { exchange } = await work.start();
    trial.saw(exchange);
    // Another requirement covers requests that also fail without it.
    if (failing === undefined || statusOf(failing.shown) < 500) return;
    trial.wrongAnswer(
      `an enriched descriptor that is not YAML returns ${statusText(failing.shown)}`,
      'success, or a 4xx',
      failing.shown,
      exchange,
    );
  });
}

const ENRICHED_REFUSED = {
  symptom: 'enriched descriptor rejected',
  expected: 'accepted, as without latestEnrichedDescriptor',
};

/** A request with an enriched descriptor is accepted like one without it. */
export function enrichedChecks(facts: Facts): Check[] {
  const { run, provisionAgain } = facts;
  const scope = { of: 'provision', operation: 'provision' };
  return [
    variationCheck(run, 'TA-18', scope, 'enriched', provisionAgain.read, ENRICHED_REFUSED),
    run.check('TA-18', { of: 'unprovision', operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      await enrichedIsTaken(trial, facts.unprovisionNever, facts.unprovisionMain);
    }),
  ];
}

/** Checks of components that join an existing system. */
export function joiningChecks({ run, rebuilt, provisionToRemove }: Facts): Check[] {
  const operation = 'provision';
  const read = async () => (rebuilt ? provisionToRemove.read() : undefined);
  const before = 'An enriched descriptor may be without the component, and written as JSON';
  const flow = 'A descriptor that is JSON is provisioned';
  return [
    variationCheck(run, 'TA-18', { of: 'joining', title: before, operation }, 'enriched', read, {
      symptom: 'enriched descriptor without the component fails',
      expected: 'COMPLETED, as without latestEnrichedDescriptor',
    }),
    variationCheck(run, 'TA-41', { of: 'provision.flow-style', title: flow, operation }, 'form', read, {
      symptom: 'descriptor rejected: flow-style',
    }),
  ];
}

/** The enriched descriptor is optional when a component is removed. */
export async function removalNeedsNone(trial: Trial, facts: Facts): Promise<void> {
  // The adapter may refuse a component that was never provisioned.
  if (!facts.rebuilt || !isTaken(await facts.provisionToRemove.start())) return;
  const [plain, enriched] = [await facts.unprovisionStating.start(), await facts.unprovisionMain.start()];
  trial.saw(plain.exchange, enriched.exchange);
  if (plain.kind !== 'refused' || !isTaken(enriched)) return;
  trial.wrongAnswer(
    'unprovision requires an enriched descriptor',
    'accepted, as with latestEnrichedDescriptor',
    plain.exchange,
    enriched.exchange,
  );
}

async function enrichedIsTaken(trial: Trial, plain: Work, enriched: Work): Promise<void> {
  const [before, started] = [await plain.start(), await enriched.start()];
  trial.saw(started.exchange);
  if (before.kind === 'refused' || (started.kind !== 'refused' && started.kind !== 'broken')) return;
  trial.violated({ ...ENRICHED_REFUSED, actual: describeAnswer(started.exchange) }, started.exchange);
}
