import { expectNoFault } from '../../checks/good-requests.ts';
import { ownedCheck } from '../../checks/owned.ts';
import { expectUnharmed } from '../../laws/steadiness.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import {
  bodyOf,
  describeAnswer,
  type Exchange,
  ownTime,
  statusOf,
  statusText,
  succeeded,
} from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import { type Asked, holdOf, OPERATION } from './facts/requests.ts';
import type { Facts } from './facts.ts';
import { caseChecks, expectAddresses } from './tracking.ts';

/** A stack trace in place of a message for people. */
export const STACK =
  /Traceback \(most recent|^\s*at .+[:(]\d+|Exception in thread|\b[\w.]+(Exception|Error):\s/m;

const SCOPE = { operation: OPERATION } as const;
const LAST = { phase: 'last' } as const;

/** How the hook accepts and refuses requests for approval. */
export function acceptanceChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    ...goodRequestChecks(facts),
    ...requestIdChecks(facts),
    ...answerChecks(facts),
    ...senderChecks(facts),
    check('HK-19', SCOPE, (trial) => answersBeforeItDecides(trial, facts)),
    ...caseChecks(facts),
    ...freeFieldChecks(facts),
    check('HK-25', SCOPE, (trial) => oddAddressesBreakNothing(trial, facts)),
    check('X-17', { ...SCOPE, of: OPERATION }, async (trial) => {
      expectTakenOver(trial, (await facts.unknownMember()).exchange, {
        symptom: 'unknown field rejected',
        expected: 'unknown fields are ignored',
      });
    }),
  ];
}

function goodRequestChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('HK-01', {}, async (trial) => {
      const { exchange } = await facts.main();
      expectTakenOver(trial, exchange, {
        symptom: [404, 405, 501].includes(statusOf(exchange))
          ? 'requestApproval is not implemented'
          : 'valid request rejected',
        expected: '202 for a valid request',
      });
    }),
    check(
      'HK-01',
      { ...SCOPE, ...LAST, of: 'refused', title: 'A rejected request does not affect the next' },
      async (trial) => {
        await expectUnharmed(trial, {
          refuse: () => facts.send('a request without fields', facts.run.invent('uuid'), {}, 'invalid'),
          ask: async () => (await facts.ask('a request after a rejected one')).exchange,
          usual: (await facts.main()).exchange,
          read: statusText,
        });
      },
    ),
  ];
}

/** A UUID in another format that parsers of many languages accept: it still identifies a request. */
const ANOTHER_FORM: readonly string[] = ['braces', 'no dashes'];

/** X-Request-ID is a UUID, in any valid format. */
function requestIdChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('HK-02', SCOPE, async (trial) => {
      expectRefusal(trial, (await facts.withoutId()).exchange, 'request without X-Request-ID accepted');
    }),
    check('HK-03', SCOPE, async (trial) => {
      expectRefusal(trial, (await facts.withOddId()).exchange, 'id that is not a UUID');
    }),
    ...Object.entries(facts.nearlyIds).map(([of, ask]) =>
      check(
        'HK-03',
        { ...SCOPE, of, title: `An id that is similar to a UUID is rejected: ${of}` },
        async (trial) =>
          expectRefusal(trial, (await ask()).exchange, 'id that is not a UUID', ANOTHER_FORM.includes(of)),
      ),
    ),
    ...(['capitals', 'version'] as const).map((of) =>
      check('HK-27', { ...SCOPE, of }, async (trial) => {
        expectTakenOver(trial, (await facts[of]()).exchange, {
          symptom: `UUID rejected: ${of}`,
          expected: '202: it is a UUID',
        });
      }),
    ),
  ];
}

/** The content of the answers of the run. */
function answerChecks({ run }: Facts): Check[] {
  const { check, session } = run;
  return [
    ownedCheck(run, 'HK-05'),
    check('HK-06', LAST, (trial) => {
      for (const exchange of session.journal)
        if (statusOf(exchange) === 202) expectAddresses(trial, exchange, bodyOf(exchange));
    }),
    ownedCheck(run, 'HK-07'),
    check('HK-08', LAST, (trial) => {
      for (const exchange of session.journal)
        if (statusOf(exchange) >= 400 && exchange.intent !== 'stray') expectSentence(trial, exchange);
    }),
  ];
}

function expectSentence(trial: Trial, exchange: Exchange): void {
  const message = at(bodyOf(exchange), 'error', 'message');
  if (typeof message !== 'string') return;
  trial.saw(exchange);
  if (message.trim() !== '' && !STACK.test(message)) return;
  trial.wrongValue(
    message.trim() === '' ? 'empty message' : 'technical message',
    'a sentence for users',
    message,
    exchange,
  );
}

/** Requests without valid credentials. */
function senderChecks(facts: Facts): Check[] {
  const { check, session, settings } = facts.run;
  return [
    check('HK-09', SCOPE, async (trial) => {
      const refused = session.journal.find((one) => statusOf(one) === 401);
      if (!settings.credentials && refused === undefined)
        throw new NotApplicable('no credentials: no Authorization header is sent');
      const { exchange } = await facts.byStranger();
      trial.saw(exchange);
      if (statusOf(exchange) === 401) return;
      trial.note(
        { symptom: 'invalid credentials accepted', expected: '401', actual: describeAnswer(exchange) },
        exchange,
      );
    }),
    check('HK-20', SCOPE, async (trial) => {
      if (!settings.credentials) throw new NotApplicable('no Authorization header is sent with the requests');
      const { exchange, inbox } = await facts.byStranger();
      await facts.quiet().catch(() => undefined);
      trial.saw(exchange);
      if (!succeeded(exchange) && inbox.arrivals.length === 0) return;
      trial.violated(
        {
          symptom: 'unauthenticated request is processed',
          expected: '401, and no decision',
          actual: `${describeAnswer(exchange)}; ${inbox.arrivals.length} decisions`,
        },
        exchange,
      );
    }),
  ];
}

async function answersBeforeItDecides(trial: Trial, facts: Facts): Promise<void> {
  const { promptness } = facts.run.settings;
  const asked = [await facts.main(), await facts.other(), await facts.emptyFields()];
  // The platform leaves the decisions of these two unanswered until they are answered.
  const held = [await facts.nestedFields(), await facts.oddFields()];
  const [quickest] = asked.sort((left, right) => ownTime(left.exchange) - ownTime(right.exchange));
  if (quickest === undefined) return;
  trial.saw(quickest.exchange);
  const first = [
    ...(asked.every(decidesFirst) ? [quickest] : []),
    ...(ownTime(quickest.exchange) < holdOf(facts.run.settings) &&
    held.every(({ isHeldOut }) => isHeldOut === true)
      ? held
      : []),
  ].at(0);
  if (first !== undefined) {
    trial.violated(
      {
        symptom: 'decides before it responds',
        expected: '202, then the decision',
        actual: 'the decision arrived before the response',
      },
      first.exchange,
    );
  }
  if (ownTime(quickest.exchange) <= promptness) return;
  trial.violated(
    {
      symptom: 'responds late',
      expected: `202 within ${promptness} ms (--promptness), before anything is decided`,
      actual: `${Math.round(ownTime(quickest.exchange))} ms at best`,
    },
    quickest.exchange,
  );
}

/**
 * On a slow network the two may overtake each other; a decision that is this much earlier is no coincidence.
 * Milliseconds.
 */
const OVERTAKEN = 500;

function decidesFirst({ exchange, triesAt: [decided] = [] }: Asked): boolean {
  return decided !== undefined && decided < exchange.at + ownTime(exchange) - OVERTAKEN;
}

/** The author of the form chooses the names and values of the fields. */
function freeFieldChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const otherwise = { symptom: 'free-form fields rejected', expected: '202, whatever the fields are' };
  return [
    check('HK-23', SCOPE, async (trial) =>
      expectTakenOver(trial, (await facts.emptyFields()).exchange, otherwise),
    ),
    check(
      'HK-23',
      { ...SCOPE, of: 'nested', title: 'Fields may contain other fields and lists' },
      async (trial) => expectTakenOver(trial, (await facts.nestedFields()).exchange, otherwise),
    ),
    check('HK-23', { ...SCOPE, of: 'odd', title: 'Fields may contain values of any type' }, async (trial) =>
      expectTakenOver(trial, (await facts.oddFields()).exchange, otherwise),
    ),
  ];
}

async function oddAddressesBreakNothing(trial: Trial, { run, fields, send }: Facts): Promise<void> {
  for (const respondToUrl of ['not a URL', 'file:///etc/hostname']) {
    const label = `respondToUrl is '${respondToUrl}'`;
    const exchange = await send(label, run.invent('uuid'), { respondToUrl, fields }, 'valid');
    const expected = '400, or a decision that cannot be sent';
    expectNoFault(trial, exchange, 'invalid address causes a failure', expected);
  }
}

function expectTakenOver(
  trial: Trial,
  exchange: Exchange,
  otherwise: { readonly symptom: string; readonly expected: string },
): void {
  trial.saw(exchange);
  if (statusOf(exchange) !== 202)
    trial.violated({ ...otherwise, actual: describeAnswer(exchange) }, exchange);
}

/** @param isTolerable Accepting it is a warning. */
function expectRefusal(trial: Trial, exchange: Exchange, what: string, isTolerable = false): void {
  trial.saw(exchange);
  if (statusOf(exchange) >= 400 && statusOf(exchange) < 500) return;
  const symptom = succeeded(exchange) ? `accepted: ${what}` : `${what} returns ${statusText(exchange)}`;
  const say = isTolerable && succeeded(exchange) ? trial.warned : trial.violated;
  say({ symptom, expected: '400', actual: describeAnswer(exchange) }, exchange);
}
