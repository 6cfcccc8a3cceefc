import type { Arrival } from '../../fake-platform/listener.ts';
import { Blocked, type Check } from '../../suite/check.ts';
import { bodyOf, describeAnswer, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import { caseOf } from './acceptance.ts';
import { type Asked, type Facts, OPERATION, statusIn } from './facts.ts';
import { tryChecks } from './tries.ts';

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

  /** The same, and every further try where the platform was in trouble. */
  const eachTry = async (judge: (asked: Asked, arrival: Arrival) => void): Promise<void> => {
    await eachDecision(judge);
    await facts.quiet();
    for (const asked of [await facts.unknownHook(), await facts.troubled()])
      for (const arrival of asked.inbox.arrivals) judge(asked, arrival);
  };

  return [
    ...tryChecks(facts),
    check('HK-10', { ...scope, of: 'arrives' }, async (trial) => {
      await facts.decisionsCome();
      const asked = await Promise.all(
        [facts.main, facts.other, facts.emptyFields, facts.unknownMember, facts.besideMain].map((ask) =>
          ask(),
        ),
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
      eachTry(({ exchange }, arrival) => {
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
      eachTry(({ exchange, inbox }, arrival) => {
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
    check(
      'HK-10',
      { ...scope, of: 'alone', title: 'Nothing is sent to an address that nobody gave' },
      async (trial) => {
        const { exchange, inbox } = await facts.decided();
        await facts.quiet();
        trial.saw(exchange);
        // Whoever else finds the listener sends something else.
        const [stray] = (await facts.strays()).filter(({ json }) => statusIn({ json }) !== undefined);
        if (stray === undefined) return;
        trial.violated(
          {
            symptom: 'decision astray',
            expected: `respondToUrl as it is, as ${inbox.url}`,
            actual: describe(stray),
          },
          exchange,
        );
      },
    ),
    check(
      'HK-10',
      { ...scope, of: 'afterwards', title: 'Decisions come after others were not taken, too' },
      async (trial) => {
        const asked = await facts.afterTrouble();
        trial.saw(asked.exchange);
        if (statusOf(asked.exchange) !== 202 || (await facts.awaitDecision(asked))) return;
        trial.violated(
          {
            symptom: 'no decision',
            expected: `a decision at respondToUrl within ${settings.pollBudget} ms (--poll-budget)`,
            actual: 'nobody called, after the platform had refused decisions of other requests',
          },
          asked.exchange,
        );
      },
    ),
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

function describe({ method, path, text, headers }: Arrival): string {
  return `${method} ${path} ${String(headers['content-type'] ?? 'without media type')}: ${brief(text, 200)}`;
}
