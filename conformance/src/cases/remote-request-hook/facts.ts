import { type FakePlatform, type Inbox, openPlatform, type Reply } from '../../fake-platform/listener.ts';
import { Blocked, memo, NotTestable } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, isObject } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { settled } from '../../suite/work.ts';

export const OPERATION = 'requestApproval';

/** The check that says that the operation is missing or broken. */
export const PRIMARY: Readonly<Record<string, string>> = { [OPERATION]: 'HK-01' };

/** An address that nobody answers at, for requests whose decision nobody waits for. */
const NOWHERE = 'http://127.0.0.1:9/nobody';

/** How long after a decision others are waited for, in multiples of the promptness. */
const WATCH = 3;

const NO_CALLBACK =
  'no decision can reach the suite from there: pass --callback-url with an address of this machine that the service can call';
const BY_PEOPLE = 'decisions are taken by people (--manual-decisions)';

/** A request for approval, and the address that its decision goes to. */
export interface Asked {
  readonly exchange: Exchange;
  readonly inbox: Inbox;
  readonly requestId: string;
  /** When the first decision came in, on the clock of the session; absent when none has come yet. */
  readonly decidedAt?: () => number | undefined;
}

interface Question {
  readonly requestId?: string;
  readonly fields?: object;
  readonly reply?: () => Reply;
  readonly more?: object;
}

/** What checks of the hook learn from it. Nothing is sent before somebody asks. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const { session, settings, invent } = run;
  const sample = at(run.contract.fixtures[OPERATION], 'request', 'grantAccess', 'value', 'fields');
  const own = settings.bodies?.[OPERATION];
  const given = at(own, 'fields') ?? sample;
  const fields = isObject(given) ? given : {};
  let platform: FakePlatform | undefined;

  const listener = memo(async () => {
    const { callback, target } = settings;
    if (callback === undefined && !isThisMachine(target)) throw new NotTestable(NO_CALLBACK);
    try {
      platform = await openPlatform({
        clock: session.now,
        ...(callback === undefined ? {} : { callback }),
      });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new NotTestable(`nobody can listen for decisions here: ${why}; see --callback-port`);
    }
    return platform;
  });

  /** An address with capitals, a query and encoded characters: it has to be used as it is. */
  const openInbox = async (reply: () => Reply): Promise<Inbox> =>
    (await listener()).open(`/actionHandler/Hooks%3A1/${invent('uuid')}?via=a%20b&n=1`, reply);

  const ask = async (label: string, question: Question = {}): Promise<Asked> => {
    if (settings.readOnly) throw new NotTestable('--read-only: no approval is asked for');
    const { requestId = invent('uuid'), reply = takeDecision, more = {} } = question;
    let decidedAt: number | undefined;
    const takeNote = (): Reply => {
      decidedAt ??= session.now();
      return reply();
    };
    const inbox = await openInbox(takeNote).catch((cause: unknown) => {
      if (cause instanceof NotTestable) return { url: NOWHERE, arrivals: [] };
      throw cause;
    });
    const value = { respondToUrl: inbox.url, fields: question.fields ?? fields, ...more };
    const exchange = await send(label, requestId, value, 'valid');
    return { exchange, inbox, requestId, decidedAt: () => decidedAt };
  };

  const send = (
    label: string,
    requestId: string | undefined,
    value: object,
    intent: 'valid' | 'invalid',
    headers: object = {},
  ): Promise<Exchange> =>
    session.call({
      operation: OPERATION,
      label,
      intent,
      value,
      parameters: { header: { 'x-request-id': requestId, ...headers } },
    });

  const main = memo(() => ask('a request for approval'));
  const gate = async (operation: string): Promise<void> => {
    if (operation !== OPERATION) return;
    const { exchange } = await main();
    if (statusOf(exchange) === 202) return;
    throw new Blocked('HK-01', `a good request was answered ${describeAnswer(exchange)}`);
  };
  const later = (label: string, question: Question = {}): (() => Promise<Asked>) =>
    memo(async () => {
      await gate(OPERATION);
      return ask(label, question);
    });

  const other = later('another request at the same time');
  const emptyFields = later('a request without any field', { fields: {} });
  const nestedFields = later('a request with fields inside of fields', {
    fields: { ...fields, nested: { list: [1, { deep: true }], nothing: null } },
  });
  const capitals = later('a request whose X-Request-ID has capitals', {
    requestId: invent('uuid').toUpperCase(),
  });
  const version = later('a request whose X-Request-ID is a UUID of version 7', {
    requestId: invent('uuid').replace(/^(.{14})./, '$17'),
  });
  const unknownMember = later('a request with a member that nobody knows', {
    more: { notInTheContract: { any: 'thing' } },
  });
  const again = memo(async () => {
    const { inbox, requestId } = await main();
    await gate(OPERATION);
    const value = { respondToUrl: inbox.url, fields };
    return send('the same request again', requestId, value, 'valid');
  });
  const tooLate = later('a request that somebody else decides first', { reply: () => answerError(409) });
  const unknownHook = later('a request that the platform has forgotten', { reply: () => answerError(404) });
  const troubled = later('a request of a platform in trouble', { reply: () => answerError(500) });
  const elsewhere = memo(() => openInbox(takeDecision));
  const redirected = memo(async () => {
    const { url } = await elsewhere();
    const reply = (): Reply => ({ status: 307, headers: { location: url } });
    return later('a request whose address leads elsewhere', { reply })();
  });

  const refuse = (label: string, requestId: string | undefined): (() => Promise<Asked>) =>
    memo(async () => {
      await gate(OPERATION);
      const inbox = await openInbox(takeDecision).catch(() => ({ url: NOWHERE, arrivals: [] }));
      const exchange = await send(label, requestId, { respondToUrl: inbox.url, fields }, 'invalid');
      return { exchange, inbox, requestId: requestId ?? '' };
    });
  const withoutId = refuse('a request without X-Request-ID', undefined);
  const withOddId = refuse('a request whose X-Request-ID is no UUID', 'request-4711');
  const withBracedId = refuse('a request whose X-Request-ID is a UUID in braces', `{${invent('uuid')}}`);
  const byStranger = memo(async () => {
    await gate(OPERATION);
    const inbox = await openInbox(takeDecision).catch(() => ({ url: NOWHERE, arrivals: [] }));
    const value = { respondToUrl: inbox.url, fields };
    const requestId = invent('uuid');
    const headers = { authorization: `Bearer ${invent('word')}` };
    const exchange = await send('a request of a stranger', requestId, value, 'valid', headers);
    return { exchange, inbox, requestId };
  });

  /** Waits until a decision has come in, or the budget is used up. */
  const awaitDecision = async ({ inbox }: Asked): Promise<boolean> => {
    const deadline = session.now() + settings.pollBudget;
    while (inbox.arrivals.length === 0 && session.now() < deadline) await session.pause(STEP);
    return inbox.arrivals.length > 0;
  };

  const decisionsCome = async (): Promise<void> => {
    await gate(OPERATION);
    await listener();
    if (settings.manualDecisions) throw new NotTestable(BY_PEOPLE);
  };
  const decided = memo(async () => {
    await decisionsCome();
    const asked = await main();
    if (!(await awaitDecision(asked))) throw new Blocked('HK-10', 'no decision came');
    return asked;
  });
  /** When all has been asked and decided, and a while has passed in which nothing more should come. */
  const quiet = memo(async () => {
    await decided();
    const all = [other, emptyFields, unknownMember, tooLate, unknownHook, troubled, redirected];
    await settled(again);
    const asked = await Promise.allSettled(all.map((one) => one()));
    await Promise.all([settled(withoutId), settled(withOddId)]);
    await Promise.all(
      asked.map((one) => (one.status === 'fulfilled' ? awaitDecision(one.value) : undefined)),
    );
    await session.pause(WATCH * settings.promptness);
  });

  return {
    run,
    fields,
    gate,
    main,
    other,
    again,
    emptyFields,
    nestedFields,
    capitals,
    version,
    unknownMember,
    tooLate,
    unknownHook,
    troubled,
    redirected,
    elsewhere,
    withoutId,
    withOddId,
    withBracedId,
    byStranger,
    send,
    awaitDecision,
    decisionsCome,
    decided,
    quiet,
    nowhere: NOWHERE,
    async cleanUp(): Promise<void> {
      await platform?.close();
    },
  };
}

/** Milliseconds between two looks at an inbox. */
const STEP = 20;

/** What the platform says to a decision that it takes. */
function takeDecision(): Reply {
  const now = new Date().toISOString();
  const body = {
    hookId: 'hook-1',
    hookName: 'RemoteRequestHook',
    actionId: 'action-1',
    actionName: 'AccessControlAction',
    creationAt: now,
    updateAt: now,
    status: 'OK',
  };
  return { status: 200, body };
}

function answerError(status: number): Reply {
  return { status, body: { error: { message: 'The decision was not taken.', details: {} } } };
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
