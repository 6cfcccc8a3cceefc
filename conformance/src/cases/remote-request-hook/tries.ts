import type { Arrival } from '../../fake-platform/listener.ts';
import { Blocked, type Check, type Trial } from '../../suite/check.ts';
import { bodyOf, statusOf } from '../../suite/exchange.ts';
import { brief } from '../../suite/json.ts';
import { type Asked, OPERATION } from './facts/requests.ts';
import { type Facts, statusIn } from './facts.ts';
import { caseOf } from './tracking.ts';

/** Minimum pause between tries, in milliseconds; shorter ones overload the platform. */
const LEAST_PAUSE = 100;
/** Maximum number of tries while the suite watches. */
const MOST_TRIES = 6;

const SCOPE = { operation: OPERATION } as const;

/** How often a decision is sent, and the content of every try. */
export function tryChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const atOnce = {
    of: 'at once',
    title: 'The same X-Request-ID, sent twice at the same time, opens one approval',
  };
  const tries = { of: 'tries', title: 'Every retry sends the same decision' };
  return [
    ...secondTryChecks(facts),
    check('HK-14', { ...SCOPE, ...atOnce }, (trial) => twinsAreOneApproval(trial, facts)),
    check('HK-17', { ...SCOPE, ...tries }, (trial) => triesTellTheSame(trial, facts)),
    check('HK-12', SCOPE, async (trial) => {
      await facts.quiet();
      expectTries(trial, await facts.tooLate(), 1, {
        symptom: 'retries after a 409',
        expected: 'one request: the hook has been decided',
      });
    }),
    ...(['unknownHook', 'troubled'] as const).map((of) =>
      check('HK-13', { ...SCOPE, of }, async (trial) => {
        await facts.quiet();
        const { exchange, inbox } = await facts[of]();
        if (inbox.arrivals.length === 0) return;
        trial.saw(exchange);
        judgeRetries(trial, exchange, inbox.arrivals);
      }),
    ),
    check('HK-13', { ...SCOPE, of: 'retried', title: 'After a 500, the decision is sent again' }, (trial) =>
      isNotGivenUp(trial, facts),
    ),
  ];
}

async function isNotGivenUp(trial: Trial, facts: Facts): Promise<void> {
  await facts.quiet();
  const asked = await facts.recovered();
  if (asked.inbox.arrivals.length === 0) return;
  trial.saw(asked.exchange);
  if (await facts.awaitTries(asked, 2)) return;
  trial.violated(
    {
      symptom: 'decision given up',
      expected: `a retry within ${facts.run.settings.pollBudget} ms (--poll-budget)`,
      actual: 'one try, to which the platform returned 500',
      difference: 'if the first retry comes later, raise --poll-budget',
    },
    asked.exchange,
  );
}

/** Checks of retries: after a refused try there may be one more, which ends it. */
function secondTryChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const expected = 'two requests: the response to the second is final';
  const second = {
    of: 'second',
    title: 'After a 409 on a retry, the decision is not sent again',
  };
  const recovered = {
    of: 'recovered',
    title: 'A decision that is accepted on a retry is not sent again',
  };
  return [
    check('HK-12', { ...SCOPE, ...second }, async (trial) => {
      await facts.quiet();
      expectTries(trial, await facts.overtaken(), 2, { symptom: 'retries after a 409', expected });
    }),
    check('HK-17', { ...SCOPE, ...recovered }, async (trial) => {
      await facts.quiet();
      expectTries(trial, await facts.recovered(), 2, { symptom: 'decision repeated', expected });
    }),
  ];
}

/** It is not specified when a service stops retrying. */
function expectTries(
  trial: Trial,
  { exchange, inbox }: Asked,
  count: number,
  otherwise: { readonly symptom: string; readonly expected: string },
): void {
  if (inbox.arrivals.length < count) return;
  trial.saw(exchange);
  if (inbox.arrivals.length === count) return;
  trial.violated({ ...otherwise, actual: `${inbox.arrivals.length} tries` }, exchange);
}

async function twinsAreOneApproval(trial: Trial, facts: Facts): Promise<void> {
  const { exchanges, inbox } = await facts.atOnce();
  await facts.quiet();
  if ((await facts.other()).inbox.arrivals.length > 1) throw new Blocked('HK-17', 'decisions are repeated');
  trial.saw(...exchanges);
  const cases = exchanges.filter((one) => statusOf(one) === 202).map((one) => caseOf(bodyOf(one)));
  const isOne = cases.includes(undefined) || new Set(cases).size <= 1;
  if (isOne && inbox.arrivals.length <= 1) return;
  trial.violated(
    {
      symptom: 'duplicate request opens a second approval',
      expected: 'one approval, one decision: both carry the same X-Request-ID',
      actual: isOne
        ? `${inbox.arrivals.length} decisions`
        : `cases ${cases.map((one) => brief(one)).join(' and ')}`,
    },
    ...exchanges,
  );
}

async function triesTellTheSame(trial: Trial, facts: Facts): Promise<void> {
  await facts.quiet();
  for (const { exchange, inbox } of [await facts.unknownHook(), await facts.troubled()]) {
    const told = [...new Set(inbox.arrivals.map(decisionIn))];
    if (inbox.arrivals.length < 2) continue;
    trial.saw(exchange);
    if (told.length === 1) continue;
    trial.violated(
      {
        symptom: 'decision changes',
        expected: `${told[0]}, as in the first request`,
        actual: told.join(', then '),
      },
      exchange,
    );
  }
}

/** The decision in a try, and its case. */
function decisionIn(arrival: Arrival): string {
  const about = caseOf(arrival.json?.value);
  return `${brief(statusIn(arrival))}${about === undefined ? '' : ` about ${about}`}`;
}

function judgeRetries(trial: Trial, exchange: Asked['exchange'], arrivals: readonly Arrival[]): void {
  const pauses = arrivals.slice(1).map(({ at: now }, index) => now - (arrivals[index]?.at ?? 0));
  const hammers = pauses.some((pause) => pause < LEAST_PAUSE);
  if (!hammers && arrivals.length <= MOST_TRIES) return;
  trial.violated(
    {
      symptom: 'retries too often',
      expected: 'a few retries, with growing pauses',
      actual: `${arrivals.length} tries, ${pauses.map((pause) => `${Math.round(pause)} ms`).join(', ')} apart`,
    },
    exchange,
  );
}
