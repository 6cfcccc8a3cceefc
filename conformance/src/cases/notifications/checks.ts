import { type Check, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import { type Facts, OPERATION } from './facts.ts';

/** Recipients of one message, more than any project has. */
const MANY = 2_000;

const WHOLE_ADDRESS = 'pass with --url the whole address that the webhook is set up with';

/** How a consumer takes what the platform sends. */
export function consumerChecks(facts: Facts): Check[] {
  const { check, session, settings } = facts.run;
  const scope = { operation: OPERATION } as const;
  const { main } = facts;

  const taken = (requirement: string, label: string, value: JsonObject, of?: string): Check => {
    const ask = facts.later(label, value);
    return check(requirement, { ...scope, ...(of === undefined ? {} : { of }) }, async (trial) => {
      expectTaken(trial, await ask(), label);
    });
  };
  const repeated = ['the same notification again', 'the same notification a third time'].map((label) =>
    facts.later(label, main),
  );
  const large = facts.later(
    'a message to very many',
    withMessage(main, {
      recipients: Array.from({ length: MANY }, (_, index) => ({ userRef: `user:default/user-${index}` })),
    }),
  );

  return [
    check('WH-02', {}, async (trial) => {
      const first = await facts.first();
      const all = succeeded(first) ? await facts.every() : [first];
      for (const exchange of all) expectTaken(trial, exchange, 'notification');
    }),
    check('WH-15', {}, async (trial) => {
      const exchange = await facts.first();
      if (!succeeded(exchange)) throw new NotTestable(`${describeAnswer(exchange)}: ${WHOLE_ADDRESS}`);
      trial.saw(exchange);
    }),
    check('WH-03', scope, async (trial) => {
      const own = ({ took, lag }: Exchange): number => took - lag;
      const [quickest] = [...(await facts.every())].sort((left, right) => own(left) - own(right));
      if (quickest === undefined) return;
      trial.saw(quickest);
      if (own(quickest) <= settings.promptness) return;
      trial.violated(
        {
          symptom: 'answers late',
          expected: `an answer within ${settings.promptness} ms (--promptness), before anything is passed on`,
          actual: `${Math.round(own(quickest))} ms at best`,
        },
        quickest,
      );
    }),
    check('WH-04', scope, async (trial) => {
      for (const ask of repeated) expectTaken(trial, await ask(), 'repeated notification');
    }),
    taken('WH-05', 'members that nobody knows', withUnknown(main)),
    taken('WH-06', 'a kind that nobody knows', { ...main, kind: 'somethingNewHappened' }),
    taken('WH-07', 'no message at all', { ...main, messages: [] }, 'messages'),
    taken('WH-07', 'a message to nobody', withMessage(main, { recipients: [] }), 'recipients'),
    taken('WH-07', 'a body without members', { ...main, body: {} }, 'body'),
    taken('WH-07', 'the older naming of the audience alone', withAudience(main, 'recipientType'), 'older'),
    taken('WH-07', 'the newer naming of the audience alone', withAudience(main, 'recipientType_v2'), 'newer'),
    check('WH-08', scope, async (trial) => {
      for (const exchange of (await facts.bad()).slice(0, UNREADABLE)) {
        trial.saw(exchange);
        if (statusOf(exchange) >= 400 && statusOf(exchange) < 500) continue;
        // A fault of the consumer is another requirement's subject.
        if (statusOf(exchange) >= 500 || statusOf(exchange) === 0) continue;
        trial.violated(
          {
            symptom: 'takes what is no notification',
            expected: '400: nobody could have read it',
            actual: `${exchange.label}: ${describeAnswer(exchange)}`,
          },
          exchange,
        );
      }
    }),
    check('WH-09', scope, async (trial) => {
      for (const exchange of await facts.bad()) {
        trial.saw(exchange);
        if (statusOf(exchange) > 0 && statusOf(exchange) < 500) continue;
        trial.violated(
          {
            symptom: 'bad notification breaks',
            expected: '400: the fault is the sender’s',
            actual: `${exchange.label}: ${describeAnswer(exchange)}`,
          },
          exchange,
        );
      }
    }),
    check('WH-10', scope, async (trial) => {
      for (const exchange of (await facts.bad()).slice(UNREADABLE)) {
        trial.saw(exchange);
        if (!succeeded(exchange)) continue;
        trial.violated(
          { symptom: 'half a notification taken', expected: '400', actual: `${exchange.label}: taken` },
          exchange,
        );
      }
    }),
    check('WH-11', scope, async (trial) => {
      await facts.bad();
      expectTaken(
        trial,
        await facts.send('a good notification after bad ones', main),
        'notification after bad ones',
      );
    }),
    check('WH-12', scope, async (trial) => {
      const exchange = await large();
      if (statusOf(exchange) === 413) {
        trial.note(
          { symptom: 'large notification refused', expected: '2xx', actual: describeAnswer(exchange) },
          exchange,
        );
        return;
      }
      expectTaken(trial, exchange, 'large notification');
    }),
    taken(
      'WH-13',
      'text in other scripts',
      withMessage(main, { title: 'Größe „Ω“ 出荷 🚚', message: 'Zeile 1\nZeile 2 \u202E\u0007' }),
    ),
    check('WH-14', scope, async (trial) => {
      if (!settings.credentials) throw new NotApplicable('no Authorization header is set up for the webhook');
      await facts.every();
      const exchange = await session.call({
        operation: OPERATION,
        label: 'a notification of a stranger',
        intent: 'stray',
        value: main,
        parameters: { header: { authorization: `Bearer ${facts.run.invent('word')}` } },
      });
      trial.saw(exchange);
      if (statusOf(exchange) >= 400 && statusOf(exchange) < 500) return;
      trial.violated(
        { symptom: 'stranger is served', expected: '401 or 403', actual: describeAnswer(exchange) },
        exchange,
      );
    }),
  ];
}

/** How many of the bad ones are no notification at all; the others lack a part. */
const UNREADABLE = 3;

function expectTaken(trial: Trial, exchange: Exchange, what: string): void {
  trial.saw(exchange);
  if (succeeded(exchange)) return;
  const status = statusOf(exchange);
  const symptom = [404, 405, 501].includes(status)
    ? 'nobody takes notifications there'
    : `${what} is answered ${status}`;
  trial.violated({ symptom, expected: '2xx', actual: describeAnswer(exchange) }, exchange);
}

function messagesOf(value: JsonObject): JsonObject[] {
  return listOf(value['messages']).filter(isObject);
}

function withMessage(value: JsonObject, change: JsonObject): JsonObject {
  const [first = {}] = messagesOf(value);
  return { ...value, messages: [{ ...first, ...change }] };
}

function withAudience(value: JsonObject, name: string): JsonObject {
  const [first = {}] = messagesOf(value);
  const { recipientType: _older, recipientType_v2: newer, ...rest } = first;
  return { ...value, messages: [{ ...rest, [name]: newer ?? 'recipient-type:system-owner' }] };
}

function withUnknown(value: JsonObject): JsonObject {
  const unknown = { notInTheContract: { any: ['thing'] } };
  const messages = messagesOf(value).map((message) => ({
    ...message,
    ...unknown,
    recipients: listOf(message['recipients']).map((one) => (isObject(one) ? { ...one, ...unknown } : one)),
  }));
  const body = at(value, 'body');
  return { ...value, ...unknown, messages, body: { ...(isObject(body) ? body : {}), ...unknown } };
}
