import type { Check, Statement, Trial } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, statusText } from '../../suite/exchange.ts';
import type { Scope } from '../../suite/run.ts';
import { isTaken, type Work } from '../../suite/work.ts';
import type { Joining } from './facts/joining.ts';
import type { Facts } from './facts.ts';

/** An unreadable enriched descriptor must not cause a failure: the adapter may refuse it or ignore it. */
export function unreadableCheck({ run, rebuilt, removed }: Facts): Check {
  const title = 'An enriched descriptor that is not YAML breaks nothing';
  return run.check('TA-41', { of: 'enriched.not-yaml', title, operation: 'unprovision' }, async (trial) => {
    if (!rebuilt) return;
    const { work, unread } = await removed();
    const { exchange } = await work.start();
    trial.saw(exchange);
    // Another requirement covers requests that also fail without it.
    if (unread === undefined || statusOf(unread) < 500 || !isTaken(await work.start())) return;
    const symptom = `an enriched descriptor that is not YAML gives ${statusText(unread)}`;
    const expected = 'an answer, or a refusal';
    trial.violated({ symptom, expected, actual: describeAnswer(unread) }, unread, exchange);
  });
}

/** A request with an enriched descriptor is accepted like one without it. */
export function enrichedChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('TA-18', { of: 'provision', operation: 'provision' }, (trial) =>
      enrichedIsTaken(trial, facts.provisionTwice, facts.provisionThrice),
    ),
    check('TA-18', { of: 'unprovision', operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      await enrichedIsTaken(trial, facts.unprovisionNever, facts.unprovisionMain);
    }),
  ];
}

/** Checks of components that join an existing system. */
export function joiningChecks(facts: Facts): Check[] {
  return [
    joiningCheck(facts, 'enriched', {
      requirement: 'TA-18',
      of: 'joining',
      title: 'An enriched descriptor may be of before the component joined its system, and written as JSON',
      state: () => ({
        symptom: 'enriched descriptor of before is not read',
        expected: 'COMPLETED, as without latestEnrichedDescriptor',
      }),
    }),
    joiningCheck(facts, 'form', {
      requirement: 'TA-41',
      of: 'provision.flow-style',
      title: 'A descriptor that is written as JSON, which is YAML, is provisioned',
      state: (plain) => ({
        symptom: 'descriptor not read: flow-style',
        expected: `as in the usual form: ${describeAnswer(plain)}`,
      }),
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
  trial.violated(
    {
      symptom: 'unprovision wants an enriched descriptor',
      expected: 'accepted, as with latestEnrichedDescriptor',
      actual: describeAnswer(plain.exchange),
    },
    plain.exchange,
    enriched.exchange,
  );
}

async function enrichedIsTaken(trial: Trial, plain: Work, enriched: Work): Promise<void> {
  const [before, started] = [await plain.start(), await enriched.start()];
  trial.saw(started.exchange);
  if (before.kind === 'refused' || (started.kind !== 'refused' && started.kind !== 'broken')) return;
  trial.violated(
    {
      symptom: 'enriched descriptor refused',
      expected: 'accepted, as without latestEnrichedDescriptor',
      actual: describeAnswer(started.exchange),
    },
    started.exchange,
  );
}

interface JoiningClaim extends Required<Pick<Scope, 'of' | 'title'>> {
  readonly requirement: string;
  /** The finding if it cannot be read. */
  readonly state: (plain: Exchange) => Omit<Statement, 'actual'>;
}

function joiningCheck(
  facts: Facts,
  part: NonNullable<Joining['unread']>,
  { requirement, of, title, state }: JoiningClaim,
): Check {
  return facts.run.check(requirement, { of, title, operation: 'provision' }, async (trial) => {
    if (!facts.rebuilt) return;
    const { work, unread, answers: [odd, plain] = [] } = await facts.joining();
    if (unread !== part || odd === undefined || plain === undefined)
      return trial.saw((await work.start()).exchange);
    trial.violated({ ...state(plain), actual: describeAnswer(odd) }, odd, plain);
  });
}
