import { ownedCheck } from '../../checks/owned.ts';
import { expectUnharmed } from '../../checks/steadiness.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import {
  bodyOf,
  describeAnswer,
  type Exchange,
  statusOf,
  statusText,
  succeeded,
} from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import { type Asked, type Facts, OPERATION } from './facts.ts';

/** A trace of the program where a sentence for a person belongs. */
const STACK = /Traceback \(most recent|^\s*at .+[:(]\d+|Exception in thread|\b[\w.]+(Exception|Error):\s/m;

/** How requests for approval are taken over, and refused. */
export function acceptanceChecks(facts: Facts): Check[] {
  const { check, session, settings } = facts.run;
  const last = { phase: 'last' } as const;
  const accepted = (): Exchange[] => session.journal.filter((one) => statusOf(one) === 202);
  const refusals = (): Exchange[] =>
    session.journal.filter((one) => statusOf(one) >= 400 && one.intent !== 'stray');

  return [
    check('HK-01', {}, async (trial) => {
      const { exchange } = await facts.main();
      trial.saw(exchange);
      if (statusOf(exchange) === 202) return;
      trial.violated(
        {
          symptom: [404, 405, 501].includes(statusOf(exchange))
            ? 'requestApproval is not implemented'
            : 'good request not taken',
          expected: '202 to a good request',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check(
      'HK-01',
      { of: 'refused', title: 'A refusal does not spoil the next request', operation: OPERATION, ...last },
      async (trial) => {
        await expectUnharmed(trial, {
          refuse: () => facts.send('a request without fields', facts.run.invent('uuid'), {}, 'invalid'),
          ask: async () => (await facts.ask('a request after a refusal')).exchange,
          usual: (await facts.main()).exchange,
          read: statusText,
        });
      },
    ),
    check('HK-02', { operation: OPERATION }, async (trial) => {
      expectRefusal(trial, (await facts.withoutId()).exchange, 'request without an id');
    }),
    check('HK-03', { operation: OPERATION }, async (trial) => {
      expectRefusal(trial, (await facts.withOddId()).exchange, 'id that is no UUID');
    }),
    ...Object.entries(facts.nearlyIds).map(([of, ask]) =>
      check(
        'HK-03',
        { of, title: `What is nearly a UUID is refused: ${of}`, operation: OPERATION },
        async (trial) => expectRefusal(trial, (await ask()).exchange, 'id that is no UUID'),
      ),
    ),
    ...(['capitals', 'version'] as const).map((name) =>
      check('HK-27', { of: name, operation: OPERATION }, async (trial) => {
        const { exchange } = await facts[name]();
        trial.saw(exchange);
        if (statusOf(exchange) === 202) return;
        trial.violated(
          {
            symptom: `UUID refused: ${name}`,
            expected: '202: it is a UUID',
            actual: describeAnswer(exchange),
          },
          exchange,
        );
      }),
    ),
    ownedCheck(facts.run, 'HK-05'),
    check('HK-06', last, (trial) => {
      for (const exchange of accepted()) {
        for (const [place, tracking] of trackingsOf(bodyOf(exchange))) {
          const url = at(tracking, 'url');
          if (typeof url !== 'string') continue;
          trial.saw(exchange);
          if (/^https?:\/\/[^/]/.test(url) && URL.canParse(url)) continue;
          trial.violated(
            {
              symptom: 'tracking leads nowhere',
              expected: `${place}.url, an absolute address`,
              actual: brief(url),
            },
            exchange,
          );
        }
      }
    }),
    ownedCheck(facts.run, 'HK-07'),
    check('HK-08', last, (trial) => {
      for (const exchange of refusals()) {
        const message = at(bodyOf(exchange), 'error', 'message');
        if (typeof message !== 'string') continue;
        trial.saw(exchange);
        if (message.trim() !== '' && !STACK.test(message)) continue;
        trial.violated(
          {
            symptom: message.trim() === '' ? 'empty message' : 'message for programmers',
            expected: 'a sentence that can be shown to a user',
            actual: brief(message),
          },
          exchange,
        );
      }
    }),
    check('HK-09', { operation: OPERATION }, async (trial) => {
      const refused = session.journal.find((one) => statusOf(one) === 401);
      if (!settings.credentials && refused === undefined)
        throw new NotApplicable('no sender proves itself: no Authorization header is sent');
      const { exchange } = await facts.byStranger();
      trial.saw(exchange);
      if (statusOf(exchange) === 401) return;
      trial.note(
        { symptom: 'stranger not refused', expected: '401', actual: describeAnswer(exchange) },
        exchange,
      );
    }),
    check('HK-20', { operation: OPERATION }, async (trial) => {
      if (!settings.credentials) throw new NotApplicable('no Authorization header is sent with the requests');
      const { exchange, inbox } = await facts.byStranger();
      await facts.quiet().catch(() => undefined);
      trial.saw(exchange);
      if (!succeeded(exchange) && inbox.arrivals.length === 0) return;
      trial.violated(
        {
          symptom: 'stranger is served',
          expected: '401, and no decision',
          actual: `${describeAnswer(exchange)}; ${inbox.arrivals.length} decisions`,
        },
        exchange,
      );
    }),
    check('HK-19', { operation: OPERATION }, async (trial) => {
      const asked = [await facts.main(), await facts.other(), await facts.emptyFields()];
      const own = ({ exchange }: Asked): number => exchange.took - exchange.lag;
      const [quickest] = asked.sort((left, right) => own(left) - own(right));
      if (quickest === undefined) return;
      trial.saw(quickest.exchange);
      if (asked.every(decidesFirst)) {
        trial.violated(
          {
            symptom: 'decides before it answers',
            expected: '202, and then the decision',
            actual: 'the decision came in while the answer was still awaited',
          },
          quickest.exchange,
        );
      }
      if (own(quickest) <= settings.promptness) return;
      trial.violated(
        {
          symptom: 'answers late',
          expected: `202 within ${settings.promptness} ms (--promptness), before anything is decided`,
          actual: `${Math.round(own(quickest))} ms at best`,
        },
        quickest.exchange,
      );
    }),
    check('HK-22', { operation: OPERATION }, async (trial) => {
      const [one, other] = [await facts.main(), await facts.other()];
      trial.saw(one.exchange, other.exchange);
      const [left, right] = [one, other].map(({ exchange }) => caseOf(bodyOf(exchange)));
      if (left === undefined || left !== right) return;
      trial.violated(
        {
          symptom: 'two requests are one case',
          expected: 'a case of its own for every request',
          actual: `${brief(left)} twice`,
        },
        other.exchange,
        one.exchange,
      );
    }),
    check(
      'HK-22',
      {
        of: 'address',
        title: 'Two requests are two cases, also where the address for the decision is one',
        operation: OPERATION,
      },
      async (trial) => {
        const { exchanges, inbox } = await facts.oneAddress();
        trial.saw(...exchanges);
        if (!exchanges.every((one) => statusOf(one) === 202)) return;
        const [left, right] = exchanges.map((one) => caseOf(bodyOf(one)));
        if (left !== undefined && left !== right) return;
        // Where no case is named, the decisions are counted.
        await facts.quiet();
        if (left === undefined && inbox.arrivals.length > 1) return;
        trial.violated(
          {
            symptom: 'two requests are one case',
            expected: 'a case of its own for every X-Request-ID',
            actual: left === undefined ? `${inbox.arrivals.length} decision` : `${brief(left)} twice`,
          },
          ...exchanges,
        );
      },
    ),
    check('HK-23', { operation: OPERATION }, async (trial) => {
      expectFreeFields(trial, (await facts.emptyFields()).exchange);
    }),
    check(
      'HK-23',
      { of: 'nested', title: 'Fields may hold other fields and lists', operation: OPERATION },
      async (trial) => expectFreeFields(trial, (await facts.nestedFields()).exchange),
    ),
    check(
      'HK-23',
      { of: 'odd', title: 'Fields may hold every kind of value', operation: OPERATION },
      async (trial) => expectFreeFields(trial, (await facts.oddFields()).exchange),
    ),
    check('HK-25', { operation: OPERATION }, async (trial) => {
      for (const respondToUrl of ['not an address', 'file:///etc/hostname']) {
        const value = { respondToUrl, fields: facts.fields };
        const exchange = await facts.send(
          `respondToUrl is '${respondToUrl}'`,
          facts.run.invent('uuid'),
          value,
          'valid',
        );
        trial.saw(exchange);
        if (statusOf(exchange) > 0 && statusOf(exchange) < 500) continue;
        trial.violated(
          {
            symptom: 'odd address breaks',
            expected: '400, or a decision that cannot be sent',
            actual: describeAnswer(exchange),
          },
          exchange,
        );
      }
    }),
    check('X-17', { of: OPERATION, operation: OPERATION }, async (trial) => {
      const { exchange } = await facts.unknownMember();
      trial.saw(exchange);
      if (statusOf(exchange) === 202) return;
      trial.violated(
        {
          symptom: 'unknown member refused',
          expected: 'what is not known is ignored',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
  ];
}

/** The two may overtake each other on a slow way; so much earlier the decision cannot have come by chance. Milliseconds. */
const OVERTAKEN = 500;

function decidesFirst({ exchange, decidedAt }: Asked): boolean {
  const decided = decidedAt?.();
  return decided !== undefined && decided < exchange.at + exchange.took - exchange.lag - OVERTAKEN;
}

function expectFreeFields(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  if (statusOf(exchange) === 202) return;
  trial.violated(
    {
      symptom: 'free fields refused',
      expected: '202, whatever the fields are',
      actual: describeAnswer(exchange),
    },
    exchange,
  );
}

function expectRefusal(trial: Trial, exchange: Exchange, what: string): void {
  trial.saw(exchange);
  if (statusOf(exchange) >= 400 && statusOf(exchange) < 500) return;
  const symptom = succeeded(exchange) ? `accepted: ${what}` : `${what} gives ${statusText(exchange)}`;
  trial.violated({ symptom, expected: '400', actual: describeAnswer(exchange) }, exchange);
}

/** The case may be told beside hookInfo or inside of it. */
function trackingsOf(body: unknown): [string, unknown][] {
  const places: [string, unknown][] = [
    ['tracking', at(body, 'tracking')],
    ['hookInfo.tracking', at(body, 'hookInfo', 'tracking')],
  ];
  return places.filter(([, tracking]) => tracking !== undefined && tracking !== null);
}

/** The id of the case, wherever it stands. */
export function caseOf(body: unknown): string | undefined {
  const ids = trackingsOf(body).map(([, tracking]) => at(tracking, 'id'));
  return ids.find((id): id is string => typeof id === 'string');
}
