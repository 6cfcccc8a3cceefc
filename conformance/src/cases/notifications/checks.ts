import { type Check, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { describeAnswer, type Exchange, ownTime, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import { type Facts, OPERATION } from './facts.ts';

/** Recipients of one message, more than any project has. */
const MANY = 2_000;

const WHOLE_ADDRESS = 'pass with --url the whole address that the webhook is set up with';

/** Number of invalid samples that are not notifications at all; the others lack a part. */
const UNREADABLE = 3;

const SCOPE = { operation: OPERATION } as const;

/** Checks of how a consumer accepts requests of the platform. */
export function consumerChecks(facts: Facts): Check[] {
  const { check } = facts.run;
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
    check('WH-03', SCOPE, (trial) => expectPromptness(trial, facts)),
    repetitionCheck(facts),
    ...contentChecks(facts),
    ...badNotificationChecks(facts),
    largeCheck(facts),
    takenCheck(
      facts,
      'WH-13',
      'non-ASCII text',
      withMessage(facts.main, { title: 'Größe „Ω“ 出荷 🚚', message: 'Zeile 1\nZeile 2 \u202E\u0007' }),
    ),
    check('WH-14', SCOPE, (trial) => expectStrangerRefused(trial, facts)),
  ];
}

async function expectPromptness(trial: Trial, { every, run: { settings } }: Facts): Promise<void> {
  const [quickest] = [...(await every())].sort((left, right) => ownTime(left) - ownTime(right));
  if (quickest === undefined) return;
  trial.saw(quickest);
  if (ownTime(quickest) <= settings.promptness) return;
  trial.violated(
    {
      symptom: 'responds late',
      expected: `a response within ${settings.promptness} ms (--promptness), before the notification is forwarded`,
      actual: `${Math.round(ownTime(quickest))} ms at best`,
    },
    quickest,
  );
}

function repetitionCheck({ run, main, later }: Facts): Check {
  const repeated = ['the same notification again', 'the same notification a third time'].map((label) =>
    later(label, main),
  );
  return run.check('WH-04', SCOPE, async (trial) => {
    for (const ask of repeated) expectTaken(trial, await ask(), 'duplicate notification');
  });
}

/** The optional content of a notification. */
function contentChecks(facts: Facts): Check[] {
  const { main } = facts;
  const taken = (requirement: string, label: string, value: JsonObject, of?: string): Check =>
    takenCheck(facts, requirement, label, value, of);
  return [
    taken('WH-05', 'unknown fields', withUnknown(main)),
    taken('WH-06', 'an unknown kind', { ...main, kind: 'somethingNewHappened' }),
    taken('WH-07', 'no message at all', { ...main, messages: [] }, 'messages'),
    taken('WH-07', 'a message without recipients', withMessage(main, { recipients: [] }), 'recipients'),
    taken('WH-07', 'an empty body', { ...main, body: {} }, 'body'),
    taken('WH-07', 'only the older name of the audience', withAudience(main, 'recipientType'), 'older'),
    taken('WH-07', 'only the newer name of the audience', withAudience(main, 'recipientType_v2'), 'newer'),
  ];
}

/** The request is defined when the checks are created, not when one of them runs. */
function takenCheck(
  { run, later }: Facts,
  requirement: string,
  label: string,
  value: JsonObject,
  of?: string,
): Check {
  const ask = later(label, value);
  return run.check(requirement, { ...SCOPE, ...(of === undefined ? {} : { of }) }, async (trial) => {
    expectTaken(trial, await ask(), label);
  });
}

/** Invalid and incomplete notifications, and a valid one after them. */
function badNotificationChecks({ run: { check }, bad, send, main }: Facts): Check[] {
  return [
    check('WH-08', SCOPE, async (trial) => {
      for (const exchange of (await bad()).slice(0, UNREADABLE)) expectUnread(trial, exchange);
    }),
    check('WH-09', SCOPE, async (trial) => {
      for (const exchange of await bad()) expectUnbroken(trial, exchange);
    }),
    check('WH-10', SCOPE, async (trial) => {
      for (const exchange of (await bad()).slice(UNREADABLE)) {
        trial.saw(exchange);
        if (!succeeded(exchange)) continue;
        trial.violated(
          {
            symptom: 'incomplete notification accepted',
            expected: '400',
            actual: `${exchange.label}: accepted`,
          },
          exchange,
        );
      }
    }),
    check('WH-11', SCOPE, async (trial) => {
      await bad();
      const exchange = await send('a valid notification after invalid ones', main);
      expectTaken(trial, exchange, 'notification after invalid ones');
    }),
  ];
}

function expectUnread(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  // A refusal is correct; another requirement covers a server error.
  if (statusOf(exchange) >= 400 || statusOf(exchange) === 0) return;
  trial.violated(
    {
      symptom: 'accepts invalid input',
      expected: '400: the input is not a notification',
      actual: `${exchange.label}: ${describeAnswer(exchange)}`,
    },
    exchange,
  );
}

function expectUnbroken(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  if (statusOf(exchange) > 0 && statusOf(exchange) < 500) return;
  trial.violated(
    {
      symptom: 'invalid notification causes a failure',
      expected: '400: the mistake is in the request',
      actual: `${exchange.label}: ${describeAnswer(exchange)}`,
    },
    exchange,
  );
}

function largeCheck({ run, main, later }: Facts): Check {
  const recipients = Array.from({ length: MANY }, (_, index) => ({ userRef: `user:default/user-${index}` }));
  const large = later('a message to very many recipients', withMessage(main, { recipients }));
  return run.check('WH-12', SCOPE, async (trial) => {
    const exchange = await large();
    if (statusOf(exchange) !== 413) return expectTaken(trial, exchange, 'large notification');
    trial.note(
      { symptom: 'large notification rejected', expected: '2xx', actual: describeAnswer(exchange) },
      exchange,
    );
  });
}

async function expectStrangerRefused(trial: Trial, { run, main, every }: Facts): Promise<void> {
  if (!run.settings.credentials)
    throw new NotApplicable('no Authorization header is configured for the webhook');
  await every();
  const exchange = await run.session.call({
    operation: OPERATION,
    label: 'a notification with invalid credentials',
    intent: 'stray',
    value: main,
    parameters: { header: { authorization: `Bearer ${run.invent('word')}` } },
  });
  trial.saw(exchange);
  if (statusOf(exchange) >= 400 && statusOf(exchange) < 500) return;
  trial.wrongAnswer('unauthenticated request is processed', '401 or 403', exchange);
}

function expectTaken(trial: Trial, exchange: Exchange, what: string): void {
  trial.saw(exchange);
  if (succeeded(exchange)) return;
  const status = statusOf(exchange);
  const symptom = [404, 405, 501].includes(status)
    ? 'the address does not accept notifications'
    : `${what} returns ${status}`;
  trial.wrongAnswer(symptom, '2xx', exchange);
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
