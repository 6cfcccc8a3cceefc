import type { Arrival } from '../../fake-platform/listener.ts';
import { Blocked, type Check, type Trial } from '../../suite/check.ts';
import { bodyOf, statusOf } from '../../suite/exchange.ts';
import { brief } from '../../suite/json.ts';
import { contentChecks, describe } from './decision-content.ts';
import { type Asked, OPERATION } from './facts/requests.ts';
import { type Facts, statusIn } from './facts.ts';
import { caseOf } from './tracking.ts';
import { tryChecks } from './tries.ts';

const SCOPE = { operation: OPERATION } as const;

/** Checks of the decision at the address from the request. */
export function decisionChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    ...tryChecks(facts),
    check('HK-10', { ...SCOPE, of: 'arrives' }, (trial) => everyDecisionComes(trial, facts)),
    ...contentChecks(facts),
    ...oneDecisionChecks(facts),
    check('HK-21', SCOPE, (trial) => everyDecisionIsOfItsCase(trial, facts)),
    ...addressChecks(facts),
  ];
}

async function everyDecisionComes(trial: Trial, facts: Facts): Promise<void> {
  await facts.decisionsCome();
  const { main, other, emptyFields, unknownMember, besideMain, version, corrected } = facts;
  const questions = [main, other, emptyFields, unknownMember, besideMain, version, corrected];
  const asked = await Promise.all(questions.map((ask) => ask()));
  const taken = asked.filter(({ exchange }) => statusOf(exchange) === 202);
  const came = await Promise.all(taken.map(facts.awaitDecision));
  // Nothing says when a decision comes: a hook that decides nothing in time may leave it to people.
  const isSilent = !came.includes(true);
  for (const [index, one] of taken.entries()) {
    trial.saw(one.exchange);
    if (came[index] === true) continue;
    const stray = facts.strayFor(one.inbox);
    if (stray !== undefined) tellAstray(trial, one, stray);
    else
      tellMissing(isSilent ? trial.warned : trial.violated, facts, one, {
        actual: 'no request was accepted',
        difference:
          'if people decide, pass --manual-decisions; if decisions take longer, raise --poll-budget',
      });
  }
}

function tellMissing(
  tell: Trial['violated'],
  { run }: Facts,
  { exchange }: Asked,
  found: { readonly actual: string; readonly difference?: string },
): void {
  const expected = `a decision at respondToUrl within ${run.settings.pollBudget} ms (--poll-budget)`;
  tell({ symptom: 'no decision', expected, ...found }, exchange);
}

function tellAstray(trial: Trial, { exchange, inbox }: Asked, stray: Arrival): void {
  trial.violated(
    {
      symptom: 'decision sent to another address',
      expected: `respondToUrl unchanged, with its path and query: ${inbox.url}`,
      actual: describe(stray),
    },
    exchange,
  );
}

/** One decision for each accepted request, none for a refused one. */
function oneDecisionChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('HK-14', SCOPE, (trial) => repeatedIsOneApproval(trial, facts)),
    check('HK-17', SCOPE, async (trial) => {
      await facts.quiet();
      const { exchange, inbox } = await facts.other();
      trial.saw(exchange);
      const [first, ...rest] = inbox.arrivals;
      if (first === undefined || rest.length === 0) return;
      const told = rest.some((one) => statusIn(one) !== statusIn(first));
      trial.violated(
        {
          symptom: told ? 'decision changes' : 'decision repeated',
          expected: 'one decision: the platform has accepted the first',
          actual: inbox.arrivals.map((one) => brief(statusIn(one))).join(', then '),
        },
        exchange,
      );
    }),
    check('HK-18', SCOPE, async (trial) => {
      await facts.quiet();
      for (const { exchange, inbox } of await facts.refused()) {
        if (exchange.received === undefined || exchange.received.status < 400) continue;
        trial.saw(exchange);
        if (inbox.arrivals.length === 0) continue;
        trial.violated(
          {
            symptom: 'decides a rejected request',
            expected: 'no decision on a rejected request',
            actual: inbox.arrivals.map(describe).join('; '),
          },
          exchange,
        );
      }
    }),
  ];
}

async function repeatedIsOneApproval(trial: Trial, facts: Facts): Promise<void> {
  const [asked, again] = [await facts.decided(), await facts.again()];
  await facts.quiet();
  trial.saw(asked.exchange, again);
  if (statusOf(again) === 400) {
    trial.wrongAnswer(
      'duplicate request rejected',
      '202: it is a duplicate of an accepted request',
      again,
      asked.exchange,
    );
    return;
  }
  if ((await facts.other()).inbox.arrivals.length > 1) throw new Blocked('HK-17', 'decisions are repeated');
  const [first, second] = [caseOf(bodyOf(asked.exchange)), caseOf(bodyOf(again))];
  const count = asked.inbox.arrivals.length;
  if (count <= 1 && (first === undefined || second === undefined || first === second)) return;
  trial.violated(
    {
      symptom: 'duplicate request opens a second approval',
      expected: 'one approval, one decision: the request carries the same X-Request-ID',
      actual: count > 1 ? `${count} decisions` : `cases ${brief(first)} and ${brief(second)}`,
    },
    again,
    asked.exchange,
  );
}

async function everyDecisionIsOfItsCase(trial: Trial, facts: Facts): Promise<void> {
  await facts.quiet();
  for (const { exchange, inbox } of [await facts.main(), await facts.other(), await facts.emptyFields()]) {
    const own = caseOf(bodyOf(exchange));
    for (const arrival of inbox.arrivals.slice(0, 1)) {
      const told = caseOf(arrival.json?.value);
      trial.saw(exchange);
      if (own === undefined || told === undefined || own === told) continue;
      trial.wrongValue(
        'decision about another case',
        `case ${brief(own)}, as in the response to the request`,
        told,
        exchange,
      );
    }
  }
}

/** The address is used unchanged, and again for the next request. */
function addressChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const alone = { ...SCOPE, of: 'alone', title: 'Nothing is sent to an unused address' };
  const afterwards = {
    ...SCOPE,
    of: 'afterwards',
    title: 'Decisions continue after failed deliveries',
  };
  return [
    check('HK-10', alone, async (trial) => {
      const asked = await facts.decided();
      await facts.quiet();
      trial.saw(asked.exchange);
      const [stray] = await facts.strays();
      if (stray !== undefined) tellAstray(trial, asked, stray);
    }),
    check('HK-10', afterwards, async (trial) => {
      const asked = await facts.afterTrouble();
      trial.saw(asked.exchange);
      if (statusOf(asked.exchange) !== 202 || (await facts.awaitDecision(asked))) return;
      tellMissing(trial.violated, facts, asked, {
        actual: 'no request was accepted after the platform rejected decisions of other requests',
      });
    }),
    check('HK-24', SCOPE, async (trial) => {
      await facts.quiet();
      const { exchange, inbox } = await facts.redirected();
      if (inbox.arrivals.length === 0) return;
      trial.saw(exchange);
      const { arrivals } = await facts.elsewhere();
      if (arrivals.length === 0) return;
      trial.violated(
        {
          symptom: 'follows redirects',
          expected: 'the decision is sent to the given address only',
          actual: `${arrivals.length} requests at the other address`,
        },
        exchange,
      );
    }),
  ];
}
