import { UNKNOWN_MEMBER } from '../../../checks/unknown-members.ts';
import type { Inbox } from '../../../fake-platform/listener.ts';
import { memo } from '../../../suite/check.ts';
import type { Exchange } from '../../../suite/exchange.ts';
import type { Run } from '../../../suite/run.ts';
import { answerError, type createPlatform, inTurn, takeDecision } from './platform.ts';
import { type Asked, NOWHERE, OPERATION, type Requests } from './requests.ts';

type Platform = ReturnType<typeof createPlatform>;

/** Valid requests of every kind. */
export function createGoodQuestions({ invent }: Run, { fields, later, main }: Requests) {
  return {
    /** Its address has no query and no trailing slash: a hook that adds a slash sends the decision elsewhere. */
    other: later('another request at the same time', {
      address: `/actionHandler/waiting/${invent('uuid')}`,
    }),
    besideMain: memo(async () => {
      const { inbox } = await main();
      const address = inbox.url.slice(inbox.url.lastIndexOf('/actionHandler'));
      return later('a request whose address differs only in its query', { address: `${address}&hook=2` })();
    }),
    /** The trailing slash is a part of its address. */
    emptyFields: later('a request without any field', {
      fields: {},
      address: `/actionHandler/waiting/${invent('uuid')}/`,
    }),
    nestedFields: later('a request with nested fields', {
      isHeld: true,
      fields: {
        ...fields,
        ...('verb' in fields ? { verb: 'revoke' } : {}),
        nested: { list: [1, { deep: true }], nothing: null },
      },
    }),
    oddFields: later('a request with fields of every type', {
      isHeld: true,
      fields: ODD_FIELDS,
    }),
    capitals: later('a request whose X-Request-ID is in upper case', {
      requestId: invent('uuid').toUpperCase(),
    }),
    /**
     * Differs from the id of another request only in the version: a hook that compares parts of an id confuses the two.
     */
    version: memo(async () => {
      const { requestId } = await main();
      return later('a request whose X-Request-ID is a UUID of version 7', {
        requestId: requestId.replace(/^(.{14})./, '$17'),
      })();
    }),
    unknownMember: later('a request with an unknown field', {
      more: UNKNOWN_MEMBER,
    }),
  };
}

/** Field names and values that a form may have. */
const ODD_FIELDS = {
  identities: 'user:jane.doe_example.com',
  verb: { text: 'grant' },
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

/** Requests whose decision the platform refuses or delays. */
export function createTrouble({ later }: Requests, { openInbox }: Platform) {
  const elsewhere = memo(() => openInbox(takeDecision));
  return {
    tooLate: later('a request that is already decided', { reply: () => answerError(409) }),
    unknownHook: later('a request that the platform no longer knows', { reply: () => answerError(404) }),
    troubled: later('a request of a failing platform', { reply: () => answerError(500) }),
    recovered: later('a request of a platform that recovers', {
      reply: inTurn(() => answerError(500), takeDecision),
    }),
    overtaken: later('a request that is decided while the platform fails', {
      reply: inTurn(
        () => answerError(500),
        () => answerError(409),
      ),
    }),
    elsewhere,
    redirected: memo(async () => {
      const { url } = await elsewhere();
      const reply = () => ({ status: 307, headers: { location: url } });
      return later('a request whose address redirects', { reply })();
    }),
  };
}

/** Requests with the same id or address. */
export function createRepetitions(
  { invent }: Run,
  { fields, gate, main, send }: Requests,
  { openInbox }: Platform,
) {
  const twin = invent('uuid');
  /** Both use the same separate address. */
  const twice = (labels: readonly [string, string], ids: readonly [string, string]) =>
    memo(async () => {
      await gate(OPERATION);
      const inbox = await openInbox(takeDecision);
      const value = { respondToUrl: inbox.url, fields };
      const exchanges = await Promise.all(
        labels.map((label, index) => send(label, ids[index], value, 'valid')),
      );
      return { inbox, exchanges };
    });
  return {
    again: memo(async (): Promise<Exchange> => {
      const { inbox, requestId } = await main();
      await gate(OPERATION);
      // The same members in another order: the id, not the format, makes it the same request.
      return send('the same request again', requestId, { fields, respondToUrl: inbox.url }, 'valid');
    }),
    atOnce: twice(['a request that is sent twice at the same time', 'its twin'], [twin, twin]),
    oneAddress: twice(
      ['a request with a shared address', 'another request with that address'],
      [invent('uuid'), invent('uuid')],
    ),
  };
}

/** Requests that must be refused. */
export function createRefusals(
  { invent }: Run,
  { ask, fields, gate, send }: Requests,
  { openInbox }: Platform,
) {
  /** The listener is optional, because these requests should get no decision. */
  const openAnyInbox = (): Promise<Inbox> =>
    openInbox(takeDecision).catch(() => ({ url: NOWHERE, arrivals: [] }));

  const refuse = (label: string, requestId: string | undefined): (() => Promise<Asked>) =>
    memo(async () => {
      await gate(OPERATION);
      const inbox = await openAnyInbox();
      const exchange = await send(label, requestId, { respondToUrl: inbox.url, fields }, 'invalid');
      return { exchange, inbox, requestId: requestId ?? '' };
    });

  /** Its id and address are valid: only the body is refused. */
  const withoutFields = memo(async (): Promise<Asked> => {
    await gate(OPERATION);
    const inbox = await openAnyInbox();
    const requestId = invent('uuid');
    const label = 'a request with an address and without fields';
    const exchange = await send(label, requestId, { respondToUrl: inbox.url }, 'invalid');
    return { exchange, inbox, requestId };
  });

  return {
    withoutFields,
    /** The hook may refuse it again as a duplicate; if it accepts it, it must decide it. */
    corrected: memo(async (): Promise<Asked> => {
      const { requestId } = await withoutFields();
      return ask('the rejected request, with its fields', { requestId });
    }),
    withoutId: refuse('a request without X-Request-ID', undefined),
    withOddId: refuse('a request whose X-Request-ID is not a UUID', 'request-4711'),
    /** Strings that UUID parsers accept but that are not UUIDs. */
    nearlyIds: {
      braces: refuse('a request whose X-Request-ID is a UUID in braces', `{${invent('uuid')}}`),
      'no dashes': refuse(
        'a request whose X-Request-ID is a UUID without dashes',
        invent('uuid').replaceAll('-', ''),
      ),
      'short groups': refuse('a request whose X-Request-ID has short UUID groups', '1-2-3-4-5'),
      'more before': refuse('a request whose X-Request-ID ends with a UUID', `id-${invent('uuid')}`),
      'more behind': refuse('a request whose X-Request-ID begins with a UUID', `${invent('uuid')}-1`),
      'other characters': refuse(
        'a request whose X-Request-ID has non-hexadecimal characters',
        invent('uuid').replace(/^./, 'g'),
      ),
      nothing: refuse('a request whose X-Request-ID is empty', ''),
    },
    byStranger: memo(async (): Promise<Asked> => {
      await gate(OPERATION);
      const inbox = await openAnyInbox();
      const value = { respondToUrl: inbox.url, fields };
      const requestId = invent('uuid');
      const headers = { authorization: `Bearer ${invent('word')}` };
      const exchange = await send('a request with invalid credentials', requestId, value, 'valid', headers);
      return { exchange, inbox, requestId };
    }),
  };
}
