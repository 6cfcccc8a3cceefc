import { type Change, mutants } from '../mutant.ts';
import { type Body, isBody, pause, type Reply } from '../reply.ts';
import type { Call, Habits } from '../server.ts';
import { type Case, type HookHabits, type Letter, post, refuse, trackingOf } from './hook.ts';

type Deliver = HookHabits['deliver'];

const saying = (decision: (one: Case) => unknown): Pick<HookHabits, 'decision'> => ({ decision });

const approved = (more: Body): Body => ({ status: 'OK', hookInfo: { message: 'Approved.' }, ...more });

const sent = (change: (text: string) => Partial<Letter>): Pick<HookHabits, 'letter'> => ({
  letter: (text) => ({ method: 'PATCH', mediaType: 'application/json', text, ...change(text) }),
});

/** Retries without back-off while the platform returns such a status. */
const insisting =
  (on: (status: number) => boolean, most: number): Deliver =>
  async (send, letter) => {
    for (let count = 0; count < most; count += 1) if (!on((await send(letter)).status)) return;
  };

const fieldsOf = ({ input }: Call): Body => (isBody(input) && isBody(input['fields']) ? input['fields'] : {});

const reshaped = (on: (reply: Reply) => boolean, change: (reply: Reply) => Reply): Partial<Habits> => ({
  answer: (reply) => (on(reply) ? change(reply) : reply),
});

const accepted = ({ status }: Reply): boolean => status === 202;

const refused = ({ status }: Reply): boolean => status === 400;

const error = (message: unknown): Pick<Reply, 'body'> => ({ body: { error: { message } } });

const TRIES = 4;

/** Decides with its own rule whether to retry. */
const goingOn =
  (isOver: (status: number, count: number) => boolean): Deliver =>
  async (send, letter) => {
    for (let count = 0; count < TRIES; count += 1) {
      const { status } = await send(letter);
      if (isOver(status, count)) return;
      await pause(120 * 2 ** count);
    }
  };

const isTrouble = (status: number): boolean => status === 404 || status >= 500;

const refusingFields = (isBad: (value: unknown) => boolean): Partial<HookHabits> => ({
  answer: (reply, { input }) =>
    reply.status === 202 &&
    isBody(input) &&
    isBody(input['fields']) &&
    Object.values(input['fields']).some(isBad)
      ? refuse(400, ['fields'])
      : reply,
});

/** Mutants of the approval service. */
export const hookMutants = mutants<Change<HookHabits>>({
  'HK-01': {
    'returns 200 instead of 202': reshaped(accepted, (reply) => ({ ...reply, status: 200 })),
    'rejects the valid request after a rejected one': refusingOnceMore,
  },
  'HK-02': {
    'accepts a request without X-Request-ID': {
      refuse: ({ headers }, found) =>
        headers['x-request-id'] === undefined ? found.filter(({ field }) => field !== 'x-request-id') : found,
    },
    'returns 500 for a request without X-Request-ID': {
      answer: (reply, { headers }) =>
        headers['x-request-id'] === undefined && refused(reply) ? refuse(500, []) : reply,
    },
  },
  'HK-03': {
    'accepts any text as an X-Request-ID': {
      refuse: ({ headers }, found) =>
        headers['x-request-id'] === undefined ? found : found.filter(({ field }) => field !== 'x-request-id'),
    },
  },
  'HK-05': {
    'returns the address of a case without its id': {
      accept: () => ({ hookInfo: { tracking: { url: 'https://tickets.example.com' } } }),
    },
  },
  'HK-06': {
    'returns the address of the case in the decision as a path only': {
      decision: ({ id }) => ({
        status: 'OK',
        hookInfo: { message: 'Approved.', tracking: { id, url: `/cases/${id}` } },
      }),
    },
    'returns the address of a case as a path only': {
      accept: ({ id }) => ({ hookInfo: {}, tracking: { id, url: `/tickets/${id}` } }),
    },
  },
  'HK-08': {
    'rejects with an empty message': reshaped(refused, (reply) => ({ ...reply, ...error('') })),
    'rejects with a stack trace': reshaped(refused, (reply) => ({
      ...reply,
      ...error('java.lang.IllegalArgumentException: bad\n  at com.example.Hook.take(Hook.java:31)'),
    })),
  },
  'HK-10': {
    'converts the address to lower case': { address: ({ url }) => url.toLowerCase() },
    'sends a decision on the first request only': onlyTheFirst,
    'sends APPROVED instead of OK': saying(() => approved({ status: 'APPROVED' })),
    'drops the query of respondToUrl on a retry': { address: tidyingLater() },
  },
  'HK-11': {
    'sends hookInfo as a string': saying(() => approved({ hookInfo: 'Approved.' })),
    'sends the message of the decision as an object': saying(() =>
      approved({ hookInfo: { message: { en: 'Approved.' } } }),
    ),
    'names a case in the decision without its address': saying(({ id }) =>
      approved({ hookInfo: { message: 'Approved.', tracking: { id } } }),
    ),
  },
  'HK-12': {
    'sends the decision again after a 409': {
      deliver: patient((status) => status >= 400),
    },
  },
  'HK-13': {
    'gives a decision up after the first try': {
      async deliver(send, letter) {
        await send(letter);
      },
    },
    'retries the decision without a pause after a 500': {
      deliver: insisting((status) => status >= 500, 12),
    },
    'retries the decision without a pause after a 404': {
      deliver: insisting((status) => status === 404, 12),
    },
  },
  'HK-14': {
    'opens two approvals for a duplicate request': { keyOf: uncounted() },
  },
  'HK-15': {
    'rejects without a reason': saying(() => ({ status: 'KO', hookInfo: {} })),
  },
  'HK-16': {
    'sends the decision in an encoding that is not UTF-8': {
      ...saying(() => approved({ hookInfo: { message: 'Größe geprüft.' } })),
      ...sent(() => ({ encoding: 'latin1' })),
    },
    'sends the decision with POST': sent(() => ({ method: 'POST' })),
    'labels the decision as text/plain': sent(() => ({ mediaType: 'text/plain' })),
  },
  'HK-17': {
    'sends KO some time after OK': {
      async deliver(send, letter) {
        await send(letter);
        await pause(60);
        await send({ ...letter, text: letter.text.replace('"OK"', '"KO"') });
      },
    },
    'ignores the response to a retry': {
      deliver: goingOn((status, count) => count === 0 && !isTrouble(status)),
    },
  },
  'HK-18': {
    'rejects a request without fields, and decides it anyway': decidingWhatIsRefused(
      ({ input }) => isBody(input) && input['fields'] === undefined,
    ),
  },
  'HK-20': {
    'does not check the credentials that it requires': reshaped(
      ({ status }) => status === 401,
      () => ({ status: 202, body: { hookInfo: {} } }),
    ),
  },
  'HK-21': {
    'names another case in the decision than in the response': saying(({ id }) =>
      approved({ hookInfo: { message: 'Approved.', tracking: trackingOf(`${id}-b`) } }),
    ),
  },
  'HK-22': {
    'names the same case for every request': {
      accept: () => ({ hookInfo: {}, tracking: trackingOf('case') }),
      decision: () => ({ status: 'OK', hookInfo: { message: 'Approved.', tracking: trackingOf('case') } }),
    },
  },
  'HK-23': {
    'rejects requests with another verb than the expected one': {
      answer: (reply, call) =>
        reply.status === 202 && fieldsOf(call)['verb'] === 'revoke' ? refuse(400, ['verb']) : reply,
    },
    'rejects a request without identities': {
      refuse: ({ input }, found) =>
        isBody(input) && isBody(input['fields']) && input['fields']['identities'] === undefined
          ? [...found, { field: 'fields', message: 'identities are required' }]
          : found,
    },
    'rejects fields that are not strings': refusingFields(
      (value) => typeof value === 'number' || value === null,
    ),
  },
  'HK-24': {
    'follows redirects when it sends the decision': {
      async deliver(send, letter) {
        const { location } = await send(letter);
        if (location !== undefined) await post(location, letter);
      },
    },
  },
  'HK-25': {
    'returns 500 for an address that cannot be called': {
      answer: (reply, { input }) =>
        isBody(input) && typeof input['respondToUrl'] === 'string' && !/^https?:/.test(input['respondToUrl'])
          ? refuse(500, ['URISyntaxException'])
          : reply,
    },
  },
  'HK-27': {
    'rejects an id in upper case': refusingIds(/[A-F]/),
    'rejects a UUID of another version than 4': refusingIds(/^.{14}[^4]/),
  },
  'X-02': {
    'returns a list of strings instead of the error object': {
      answer: (reply) => (reply.status === 400 ? { ...reply, body: ['fields is required'] } : reply),
    },
  },
});

/** Sends a decision on a request that it has rejected. */
function decidingWhatIsRefused(isSuch: (call: Call) => boolean): Partial<HookHabits> {
  const text = JSON.stringify({ status: 'KO', hookInfo: { message: 'Rejected.' } });
  return {
    answer(reply, call) {
      if (reply.status === 400 && isSuch(call) && isBody(call.input))
        post(String(call.input['respondToUrl']), {
          method: 'PATCH',
          mediaType: 'application/json',
          text,
        }).catch(() => undefined);
      return reply;
    },
  };
}

function patient(on: (status: number) => boolean): Deliver {
  return async (send, letter) => {
    for (let count = 0; count < 3; count += 1) {
      if (!on((await send(letter)).status)) return;
      await pause(150 * 2 ** count);
    }
  };
}

function onlyTheFirst(): Partial<HookHabits> {
  let count = 0;
  return {
    async deliver(send, letter) {
      count += 1;
      if (count === 1) await send(letter);
    },
  };
}

/** Uses a new key for every request, even a repeated one. */
function uncounted(): HookHabits['keyOf'] {
  let count = 0;
  return (requestId) => {
    count += 1;
    return `${requestId}-${count}`;
  };
}

function refusingIds(pattern: RegExp): Partial<HookHabits> {
  return {
    refuse: ({ headers }, found) =>
      pattern.test(String(headers['x-request-id']))
        ? [...found, { field: 'x-request-id', message: 'X-Request-ID is a UUID' }]
        : found,
  };
}

/** Removes the query from the address on retry. */
function tidyingLater(): HookHabits['address'] {
  const tried = new Set<Case>();
  return (one) => {
    if (tried.has(one)) return one.url.replace(/\?.*$/, '');
    tried.add(one);
    return one.url;
  };
}

/** Rejects the request that follows a rejected one. */
function refusingOnceMore(): Partial<HookHabits> {
  let isSpoilt = false;
  return {
    answer(reply) {
      const wasSpoilt = isSpoilt;
      isSpoilt = reply.status === 400;
      return wasSpoilt && reply.status === 202 ? refuse(400, ['fields']) : reply;
    },
  };
}
