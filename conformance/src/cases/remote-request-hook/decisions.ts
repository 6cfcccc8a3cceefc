import type { Arrival } from '../../fake-platform/listener.ts';
import { Blocked, type Check, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import { caseOf } from './acceptance.ts';
import { type Asked, type Facts, OPERATION } from './facts.ts';

/** Tries that follow each other quicker than this hammer the platform. Milliseconds. */
const LEAST_PAUSE = 100;
/** More tries within the watched while than this are no patience. */
const MOST_TRIES = 6;

/** What the service sends back to the address that came with the request. */
export function decisionChecks(facts: Facts): Check[] {
  const { check, session, settings, contract } = facts.run;
  const [callback] = contract.table.operations[OPERATION]?.callbacks ?? [];
  const schema = callback?.body?.schema ?? '';
  const decisions = listOf(session.schemas.named('HookDecision')['enum']);
  const scope = { operation: OPERATION } as const;

  /** Requests that the platform has taken the decision of, with what arrived. */
  const eachDecision = async (judge: (asked: Asked, arrival: Arrival) => void): Promise<void> => {
    await facts.decided();
    for (const asked of [await facts.main(), await facts.other(), await facts.emptyFields()]) {
      await facts.awaitDecision(asked);
      for (const arrival of asked.inbox.arrivals.slice(0, 1)) judge(asked, arrival);
    }
  };

  return [
    check('HK-10', { ...scope, of: 'arrives' }, async (trial) => {
      await facts.decisionsCome();
      const asked = await Promise.all(
        [facts.main, facts.other, facts.emptyFields, facts.unknownMember].map((ask) => ask()),
      );
      const taken = asked.filter(({ exchange }) => statusOf(exchange) === 202);
      const came = await Promise.all(taken.map(facts.awaitDecision));
      for (const [index, { exchange }] of taken.entries()) {
        trial.saw(exchange);
        if (came[index] === true) continue;
        trial.violated(
          {
            symptom: 'no decision',
            expected: `a decision at respondToUrl within ${settings.pollBudget} ms (--poll-budget)`,
            actual: 'nobody called',
            difference: 'where people decide, say so with --manual-decisions',
          },
          exchange,
        );
      }
    }),
    check('HK-10', { ...scope, of: 'status' }, (trial) =>
      eachDecision(({ exchange }, arrival) => {
        trial.saw(exchange);
        const status = at(arrival.json?.value, 'status');
        if (decisions.includes(status)) return;
        trial.violated(
          {
            symptom: 'no such decision',
            expected: `status, one of ${decisions.join(', ')}`,
            actual: describe(arrival),
          },
          exchange,
        );
      }),
    ),
    check('HK-11', scope, (trial) =>
      eachDecision(({ exchange }, arrival) => {
        trial.saw(exchange);
        const value = arrival.json?.value;
        const [first] = session.schemas
          .read(schema, value ?? {})
          .departures.filter(({ pointer }) => !pointer.startsWith('/status'));
        const info = at(value, 'hookInfo');
        if (isObject(value) && first === undefined && (info === undefined || isObject(info))) return;
        trial.violated(
          {
            symptom: `decision ${first?.pointer ?? ''}`,
            expected:
              first === undefined
                ? 'an object with status and hookInfo'
                : `${first.pointer || 'the body'}: ${first.expected}`,
            actual: describe(arrival),
          },
          exchange,
        );
      }),
    ),
    check('HK-15', scope, (trial) =>
      eachDecision(({ exchange }, arrival) => {
        trial.saw(exchange);
        const message = at(arrival.json?.value, 'hookInfo', 'message');
        // Another type is another requirement's subject.
        if (
          message !== undefined &&
          message !== null &&
          (typeof message !== 'string' || message.trim() !== '')
        )
          return;
        trial.violated(
          {
            symptom: 'decision without a word',
            expected: 'hookInfo.message, a sentence for the person who waits',
            actual: describe(arrival),
          },
          exchange,
        );
      }),
    ),
    check('HK-16', scope, (trial) =>
      eachDecision(({ exchange, inbox }, arrival) => {
        trial.saw(exchange);
        const media = String(arrival.headers['content-type'] ?? '')
          .split(';', 1)[0]
          ?.trim()
          .toLowerCase();
        const wrong = [
          ...(arrival.method === callback?.method ? [] : [`method ${arrival.method}`]),
          ...(arrival.garbled === true ? ['bytes that are no UTF-8'] : []),
          ...(media === callback?.body?.mediaType ? [] : [`media type ${media === '' ? 'missing' : media}`]),
        ];
        if (wrong.length === 0) return;
        trial.violated(
          {
            symptom: `decision by ${wrong.join(', ')}`,
            expected: `${callback?.method} ${inbox.url} with ${callback?.body?.mediaType}`,
            actual: describe(arrival),
          },
          exchange,
        );
      }),
    ),
    check('HK-14', scope, async (trial) => {
      const [asked, again] = [await facts.decided(), await facts.again()];
      await facts.quiet();
      trial.saw(asked.exchange, again);
      if (statusOf(again) === 400) {
        trial.violated(
          {
            symptom: 'repeated request refused',
            expected: '202: it is the request that was taken over already',
            actual: describeAnswer(again),
          },
          again,
          asked.exchange,
        );
        return;
      }
      if ((await facts.other()).inbox.arrivals.length > 1)
        throw new Blocked('HK-17', 'decisions are repeated');
      const [first, second] = [caseOf(bodyOf(asked.exchange)), caseOf(bodyOf(again))];
      const count = asked.inbox.arrivals.length;
      if (count <= 1 && (first === undefined || second === undefined || first === second)) return;
      trial.violated(
        {
          symptom: 'one request, two approvals',
          expected: 'one approval, one decision: the request carries the same X-Request-ID',
          actual: count > 1 ? `${count} decisions` : `cases ${brief(first)} and ${brief(second)}`,
        },
        again,
        asked.exchange,
      );
    }),
    check('HK-17', scope, async (trial) => {
      await facts.quiet();
      const { exchange, inbox } = await facts.other();
      trial.saw(exchange);
      const [first, ...rest] = inbox.arrivals;
      if (first === undefined || rest.length === 0) return;
      const told = rest.some((one) => statusIn(one) !== statusIn(first));
      trial.violated(
        {
          symptom: told ? 'decided otherwise later' : 'decision repeated',
          expected: 'one decision: the platform has taken the first',
          actual: inbox.arrivals.map((one) => brief(statusIn(one))).join(', then '),
        },
        exchange,
      );
    }),
    check(
      'HK-17',
      { ...scope, of: 'tries', title: 'Every try to send a decision tells the same decision' },
      async (trial) => {
        await facts.quiet();
        for (const { exchange, inbox } of [await facts.unknownHook(), await facts.troubled()]) {
          const told = [...new Set(inbox.arrivals.map((one) => brief(statusIn(one))))];
          if (inbox.arrivals.length < 2) continue;
          trial.saw(exchange);
          if (told.length === 1) continue;
          trial.violated(
            {
              symptom: 'decided otherwise later',
              expected: `${told[0]}, as in the first try`,
              actual: told.join(', then '),
            },
            exchange,
          );
        }
      },
    ),
    check('HK-12', scope, async (trial) => {
      await facts.quiet();
      const { exchange, inbox } = await facts.tooLate();
      if (inbox.arrivals.length === 0) return;
      trial.saw(exchange);
      if (inbox.arrivals.length === 1) return;
      trial.violated(
        {
          symptom: 'insists after 409',
          expected: 'one try: the hook has been decided',
          actual: `${inbox.arrivals.length} tries`,
        },
        exchange,
      );
    }),
    ...(['unknownHook', 'troubled'] as const).map((name) =>
      check('HK-13', { ...scope, of: name }, async (trial) => {
        await facts.quiet();
        const { exchange, inbox } = await facts[name]();
        if (inbox.arrivals.length === 0) return;
        trial.saw(exchange);
        judgeRetries(trial, exchange, inbox.arrivals);
      }),
    ),
    check('HK-18', scope, async (trial) => {
      await facts.quiet();
      for (const { exchange, inbox } of [await facts.withoutId(), await facts.withOddId()]) {
        if (exchange.received === undefined || exchange.received.status < 400) continue;
        trial.saw(exchange);
        if (inbox.arrivals.length === 0) continue;
        trial.violated(
          {
            symptom: 'decides what it refused',
            expected: 'no decision on a request that was refused',
            actual: inbox.arrivals.map(describe).join('; '),
          },
          exchange,
        );
      }
    }),
    check('HK-21', scope, async (trial) => {
      await facts.quiet();
      const all = [await facts.main(), await facts.other(), await facts.emptyFields()];
      for (const { exchange, inbox } of all) {
        const own = caseOf(bodyOf(exchange));
        for (const arrival of inbox.arrivals.slice(0, 1)) {
          const told = caseOf(arrival.json?.value);
          trial.saw(exchange);
          if (own === undefined || told === undefined || own === told) continue;
          trial.violated(
            {
              symptom: 'decision about another case',
              expected: `case ${brief(own)}, as the answer to the request said`,
              actual: brief(told),
            },
            exchange,
          );
        }
      }
    }),
    check('HK-24', scope, async (trial) => {
      await facts.quiet();
      const { exchange, inbox } = await facts.redirected();
      if (inbox.arrivals.length === 0) return;
      trial.saw(exchange);
      const { arrivals } = await facts.elsewhere();
      if (arrivals.length === 0) return;
      trial.violated(
        {
          symptom: 'follows redirects',
          expected: 'the decision goes to the given address alone',
          actual: `${arrivals.length} requests at the other address`,
        },
        exchange,
      );
    }),
  ];
}

function judgeRetries(trial: Trial, exchange: Asked['exchange'], arrivals: readonly Arrival[]): void {
  const pauses = arrivals.slice(1).map(({ at: now }, index) => now - (arrivals[index]?.at ?? 0));
  const hammers = pauses.some((pause) => pause < LEAST_PAUSE);
  if (!hammers && arrivals.length <= MOST_TRIES) return;
  trial.violated(
    {
      symptom: 'hammers a platform in trouble',
      expected: 'few tries, with growing pauses',
      actual: `${arrivals.length} tries, ${pauses.map((pause) => `${Math.round(pause)} ms`).join(', ')} apart`,
    },
    exchange,
  );
}

function statusIn({ json }: Arrival): unknown {
  return at(json?.value, 'status');
}

function describe({ method, path, text, headers }: Arrival): string {
  return `${method} ${path} ${String(headers['content-type'] ?? 'without media type')}: ${brief(text, 200)}`;
}
