import { pause } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { type Habits, isBody, type Reply } from '../server.ts';
import { type HookHabits, post, refuse, trackingOf } from './hook.ts';

const reshaped = (on: (reply: Reply) => boolean, change: (reply: Reply) => Reply): Partial<Habits> => ({
  answer: (reply) => (on(reply) ? change(reply) : reply),
});
const accepted = ({ status }: Reply): boolean => status === 202;
const refused = ({ status }: Reply): boolean => status === 400;
const error = (message: unknown): Pick<Reply, 'body'> => ({ body: { error: { message } } });

/** Mutants that accept or reject requests incorrectly. */
export const requestMutants: readonly Mutant<HookHabits>[] = [
  mutant('HK-01', 'returns 200 instead of 202', () =>
    reshaped(accepted, (reply) => ({ ...reply, status: 200 })),
  ),
  mutant('HK-02', 'accepts a request without X-Request-ID', () => ({
    refuse: ({ headers }, found) =>
      headers['x-request-id'] === undefined ? found.filter(({ field }) => field !== 'x-request-id') : found,
  })),
  mutant('HK-02', 'returns 500 for a request without X-Request-ID', () => ({
    answer: (reply, { headers }) =>
      headers['x-request-id'] === undefined && refused(reply) ? refuse(500, []) : reply,
  })),
  mutant('HK-03', 'accepts any text as an X-Request-ID', () => ({
    refuse: ({ headers }, found) =>
      headers['x-request-id'] === undefined ? found : found.filter(({ field }) => field !== 'x-request-id'),
  })),
  mutant('HK-05', 'returns the address of a case without its id', () => ({
    accept: () => ({ hookInfo: { tracking: { url: 'https://tickets.example.com' } } }),
  })),
  mutant('HK-06', 'returns the address of a case as a path only', () => ({
    accept: ({ id }) => ({ hookInfo: {}, tracking: { id, url: `/tickets/${id}` } }),
  })),
  mutant('HK-07', 'rejects with a list of errors, as in other contracts', () =>
    reshaped(refused, (reply) => ({
      ...reply,
      body: { errors: ['not accepted'], userMessage: 'No.' },
    })),
  ),
  mutant('HK-08', 'rejects with an empty message', () =>
    reshaped(refused, (reply) => ({ ...reply, ...error('') })),
  ),
  mutant('HK-08', 'rejects with a stack trace', () =>
    reshaped(refused, (reply) => ({
      ...reply,
      ...error('java.lang.IllegalArgumentException: bad\n  at com.example.Hook.take(Hook.java:31)'),
    })),
  ),
  mutant('X-03', 'returns plain text "Internal Server Error" for malformed JSON', () => ({
    answer: (reply, { input }) =>
      refused(reply) && input === undefined
        ? { status: 500, raw: 'Internal Server Error', headers: { 'content-type': 'text/plain' } }
        : reply,
  })),
  mutant('HK-19', 'responds only after the decision', () => ({
    answer: (reply) => pause(accepted(reply) ? 1_000 : 0).then(() => reply),
  })),
  mutant('HK-20', 'does not check the credentials that it requires', () =>
    reshaped(
      ({ status }) => status === 401,
      () => ({ status: 202, body: { hookInfo: {} } }),
    ),
  ),
  mutant('HK-22', 'names the same case for every request', () => ({
    accept: () => ({ hookInfo: {}, tracking: trackingOf('case') }),
    decision: () => ({ status: 'OK', hookInfo: { message: 'Approved.', tracking: trackingOf('case') } }),
  })),
  mutant('HK-23', 'rejects a request without identities', () => ({
    refuse: ({ input }, found) =>
      isBody(input) && isBody(input['fields']) && input['fields']['identities'] === undefined
        ? [...found, { field: 'fields', message: 'identities are required' }]
        : found,
  })),
  mutant('HK-25', 'returns 500 for an address that cannot be called', () => ({
    answer: (reply, { input }) =>
      isBody(input) && typeof input['respondToUrl'] === 'string' && !/^https?:/.test(input['respondToUrl'])
        ? refuse(500, ['URISyntaxException'])
        : reply,
  })),
  mutant('HK-18', 'sends a decision on a rejected request', () => ({
    answer(reply, { input, headers }) {
      if (refused(reply) && isBody(input) && headers['x-request-id'] === undefined) {
        const text = JSON.stringify({ status: 'KO', hookInfo: { message: 'Rejected.' } });
        const letter = { method: 'PATCH', mediaType: 'application/json', text };
        post(String(input['respondToUrl']), letter).catch(() => undefined);
      }
      return reply;
    },
  })),
  mutant('HK-03', 'accepts a UUID with surrounding text as an id', () => ({
    refuse: ({ headers }, found) =>
      String(headers['x-request-id']).startsWith('{')
        ? found.filter(({ field }) => field !== 'x-request-id')
        : found,
  })),
  mutant('HK-27', 'rejects an id in upper case', () => refusingIds(/[A-F]/)),
  mutant('HK-27', 'rejects a UUID of another version than 4', () => refusingIds(/^.{14}[^4]/)),
  mutant('HK-23', 'crashes on fields that are not strings', () => ({
    answer: (reply, { input }) =>
      isBody(input) && isBody(input['fields']) && isBody(input['fields']['nested'])
        ? { status: 500, body: { error: { message: 'Something broke.' } } }
        : reply,
  })),
];

function refusingIds(pattern: RegExp): Partial<HookHabits> {
  return {
    refuse: ({ headers }, found) =>
      pattern.test(String(headers['x-request-id']))
        ? [...found, { field: 'x-request-id', message: 'X-Request-ID is a UUID' }]
        : found,
  };
}
