import {
  type Arrival,
  type FakePlatform,
  type Inbox,
  openPlatform,
  type Reply,
} from '../../fake-platform/listener.ts';
import { Blocked, memo, NotTestable } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, isObject } from '../../suite/json.ts';
import { leftUndone } from '../../suite/read-only.ts';
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
  /** Path and query of the address for the decision. */
  readonly address?: string;
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

  /** An address with whatever an address may have, where libraries like to tidy up: it has to be used as it is. */
  const openInbox = async (reply: () => Reply, path = addressOf(invent('uuid'))): Promise<Inbox> =>
    (await listener()).open(path, reply);

  const ask = async (label: string, question: Question = {}): Promise<Asked> => {
    if (settings.readOnly) throw leftUndone(session, 'no approval is asked for');
    const { requestId = invent('uuid'), reply = takeDecision, more = {} } = question;
    let decidedAt: number | undefined;
    const takeNote = (): Reply => {
      decidedAt ??= session.now();
      return reply();
    };
    const inbox = await openInbox(takeNote, question.address).catch((cause: unknown) => {
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
  const besideMain = memo(async () => {
    const { inbox } = await main();
    const address = inbox.url.slice(inbox.url.lastIndexOf('/actionHandler'));
    return later('a request whose address differs in its query alone', { address: `${address}&hook=2` })();
  });
  const emptyFields = later('a request without any field', { fields: {} });
  const nestedFields = later('a request with fields inside of fields', {
    fields: { ...fields, nested: { list: [1, { deep: true }], nothing: null } },
  });
  const oddFields = later('a request with fields of every kind', { fields: ODD_FIELDS });
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
  const recovered = later('a request of a platform that recovers', {
    reply: inTurn(() => answerError(500), takeDecision),
  });
  const overtaken = later('a request that somebody else decides while the platform is in trouble', {
    reply: inTurn(
      () => answerError(500),
      () => answerError(409),
    ),
  });
  /** Both go to one address of their own. */
  const twice = (labels: readonly [string, string], ids: readonly [string, string]) =>
    memo(async () => {
      await gate(OPERATION);
      if (settings.readOnly) throw leftUndone(session, 'no approval is asked for');
      const inbox = await openInbox(takeDecision);
      const value = { respondToUrl: inbox.url, fields };
      const exchanges = await Promise.all(
        labels.map((label, index) => send(label, ids[index], value, 'valid')),
      );
      return { inbox, exchanges };
    });
  const twin = invent('uuid');
  const atOnce = twice(['a request that is sent twice at once', 'its twin'], [twin, twin]);
  const oneAddress = twice(
    ['a request whose address another one has', 'another request of that address'],
    [invent('uuid'), invent('uuid')],
  );
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
  /** What parsers of UUIDs take beside UUIDs. */
  const nearlyIds = {
    braces: refuse('a request whose X-Request-ID is a UUID in braces', `{${invent('uuid')}}`),
    'no dashes': refuse(
      'a request whose X-Request-ID is a UUID without dashes',
      invent('uuid').replaceAll('-', ''),
    ),
    'short groups': refuse('a request whose X-Request-ID has the groups of a UUID alone', '1-2-3-4-5'),
    nothing: refuse('a request whose X-Request-ID is left empty', ''),
  };
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
    all.push(recovered, overtaken);
    for (const fact of [again, atOnce, oneAddress]) await settled(fact);
    const asked = await Promise.allSettled(all.map((one) => one()));
    await Promise.all([settled(withoutId), settled(withOddId)]);
    await Promise.all(
      asked.map((one) => (one.status === 'fulfilled' ? awaitDecision(one.value) : undefined)),
    );
    await session.pause(WATCH * settings.promptness);
  });
  /** When the platform has refused decisions in every way that it can. */
  const afterTrouble = memo(async () => {
    await quiet();
    return ask('a request after all that trouble');
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
    nearlyIds,
    oddFields,
    besideMain,
    recovered,
    overtaken,
    atOnce,
    oneAddress,
    afterTrouble,
    /** What came in at addresses that nobody gave. */
    async strays(): Promise<readonly Arrival[]> {
      return (await listener()).strays;
    },
    byStranger,
    ask,
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

/** Fields as forms may have them, by names that a form may give them. */
const ODD_FIELDS = {
  note: `it's 50% of "{a}" <b>/c\\d $e; --`,
  letters: 'Größe 東京 🚚',
  lines: 'one line\r\nand another\t',
  empty: '',
  long: 'x'.repeat(5_000),
  count: 3,
  share: 0.5,
  sure: false,
  nothing: null,
  list: [],
  'with.dots': 'a',
  $sign: 'b',
  'with a blank': 'c',
};

/** The decision that came in. */
export function statusIn({ json }: { readonly json?: Arrival['json'] | undefined }): unknown {
  return at(json?.value, 'status');
}

/** Path and query of an address. */
function addressOf(name: string): string {
  return `/actionHandler//Hooks%3A1/${name}/?via=a%20b&sum=1+1&n=1&n=2&none=`;
}

/** The first answer once, the other one from then on. */
function inTurn(first: () => Reply, then: () => Reply): () => Reply {
  let isFirst = true;
  return () => {
    if (!isFirst) return then();
    isFirst = false;
    return first();
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
