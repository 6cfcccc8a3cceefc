import { pause } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import { type Habits, isBody, type Reply } from '../server.ts';
import { type HookHabits, post, refuse, trackingOf } from './hook.ts';

const unrefused = (field: string): Partial<Habits> => ({
  refuse: (_call, found) => found.filter((one) => one.field !== field),
});
const reshaped = (on: (reply: Reply) => boolean, change: (reply: Reply) => Reply): Partial<Habits> => ({
  answer: (reply) => (on(reply) ? change(reply) : reply),
});
const accepted = ({ status }: Reply): boolean => status === 202;
const refused = ({ status }: Reply): boolean => status === 400;
const error = (message: unknown): Pick<Reply, 'body'> => ({ body: { error: { message } } });

/** Mutants that accept or reject requests incorrectly. */
export const requestMutants: readonly Mutant<HookHabits>[] = [
  {
    name: 'hook-answers-200',
    class: 'shape',
    defect: 'returns 200 instead of 202',
    caughtBy: 'HK-01',
    habits: () => reshaped(accepted, (reply) => ({ ...reply, status: 200 })),
  },
  {
    name: 'hook-creates',
    class: 'shape',
    defect: 'returns 201 instead of 202',
    caughtBy: 'X-01',
    habits: () => reshaped(accepted, (reply) => ({ ...reply, status: 201 })),
  },
  {
    name: 'hook-not-implemented',
    class: 'sequence',
    defect: 'returns 501 for every request',
    caughtBy: 'X-16',
    habits: () => reshaped(accepted, () => refuse(501, [])),
  },
  {
    name: 'hook-needs-no-id',
    class: 'negatives',
    defect: 'accepts a request without X-Request-ID',
    caughtBy: 'HK-02',
    habits: () => ({
      refuse: ({ headers }, found) =>
        headers['x-request-id'] === undefined ? found.filter(({ field }) => field !== 'x-request-id') : found,
    }),
  },
  {
    name: 'hook-breaks-without-id',
    class: 'negatives',
    defect: 'returns 500 for a request without X-Request-ID',
    caughtBy: 'HK-02',
    habits: () => ({
      answer: (reply, { headers }) =>
        headers['x-request-id'] === undefined && refused(reply) ? refuse(500, []) : reply,
    }),
  },
  {
    name: 'hook-takes-any-id',
    class: 'negatives',
    defect: 'accepts any text as an X-Request-ID',
    caughtBy: 'HK-03',
    habits: () => ({
      refuse: ({ headers }, found) =>
        headers['x-request-id'] === undefined ? found : found.filter(({ field }) => field !== 'x-request-id'),
    }),
  },
  {
    name: 'hook-needs-no-address',
    class: 'negatives',
    defect: 'accepts a request without respondToUrl',
    caughtBy: 'HK-04',
    habits: () => unrefused('respondToUrl'),
  },
  {
    name: 'hook-needs-no-fields',
    class: 'negatives',
    defect: 'accepts a request without fields',
    caughtBy: 'X-12',
    habits: () => unrefused('fields'),
  },
  {
    name: 'hook-unprocessable',
    class: 'negatives',
    defect: 'rejects with 422 instead of 400',
    caughtBy: 'X-12',
    habits: () => reshaped(refused, (reply) => ({ ...reply, status: 422 })),
  },
  {
    name: 'hook-without-info',
    class: 'shape',
    defect: 'omits hookInfo from the response',
    caughtBy: 'HK-05',
    habits: () => ({ accept: ({ id }) => ({ tracking: trackingOf(id) }) }),
  },
  {
    name: 'hook-case-without-id',
    class: 'shape',
    defect: 'returns the address of a case without its id',
    caughtBy: 'HK-05',
    habits: () => ({ accept: () => ({ hookInfo: { tracking: { url: 'https://tickets.example.com' } } }) }),
  },
  {
    name: 'hook-case-is-text',
    class: 'shape',
    defect: 'returns tracking as a string',
    caughtBy: 'HK-05',
    habits: () => ({ accept: ({ id }) => ({ hookInfo: {}, tracking: id }) }),
  },
  {
    name: 'hook-relative-page',
    class: 'shape',
    defect: 'returns the address of a case as a path only',
    caughtBy: 'HK-06',
    habits: () => ({ accept: ({ id }) => ({ hookInfo: {}, tracking: { id, url: `/tickets/${id}` } }) }),
  },
  {
    name: 'hook-list-of-errors',
    class: 'shape',
    defect: 'rejects with a list of errors, as in other contracts',
    caughtBy: 'HK-07',
    habits: () =>
      reshaped(refused, (reply) => ({
        ...reply,
        body: { errors: ['not accepted'], userMessage: 'No.' },
      })),
  },
  {
    name: 'hook-empty-message',
    class: 'cross-field meaning',
    defect: 'rejects with an empty message',
    caughtBy: 'HK-08',
    habits: () => reshaped(refused, (reply) => ({ ...reply, ...error('') })),
  },
  {
    name: 'hook-shows-its-stack',
    class: 'cross-field meaning',
    defect: 'rejects with a stack trace',
    caughtBy: 'HK-08',
    habits: () =>
      reshaped(refused, (reply) => ({
        ...reply,
        ...error('java.lang.IllegalArgumentException: bad\n  at com.example.Hook.take(Hook.java:31)'),
      })),
  },
  {
    name: 'hook-text-for-a-message',
    class: 'shape',
    defect: 'returns JSON with the media type text/html',
    caughtBy: 'X-03',
    habits: () => reshaped(accepted, (reply) => ({ ...reply, headers: { 'content-type': 'text/html' } })),
  },
  {
    name: 'hook-breaks-in-plain-text',
    class: 'negatives',
    defect: 'returns plain text "Internal Server Error" for malformed JSON',
    caughtBy: 'X-03',
    habits: () => ({
      answer: (reply, { input }) =>
        refused(reply) && input === undefined
          ? { status: 500, raw: 'Internal Server Error', headers: { 'content-type': 'text/plain' } }
          : reply,
    }),
  },
  {
    name: 'hook-malformed-json-breaks',
    class: 'negatives',
    defect: 'answers malformed JSON with 500',
    caughtBy: 'X-11',
    habits: () => ({
      answer: (reply, { input }) => (refused(reply) && input === undefined ? refuse(500, []) : reply),
    }),
  },
  {
    name: 'hook-knows-all-members',
    class: 'negatives',
    defect: 'rejects an unknown field',
    caughtBy: 'X-17',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && 'notInTheContract' in input ? [{ field: 'body', message: 'unknown member' }] : found,
    }),
  },
  {
    name: 'hook-answers-after-deciding',
    class: 'promptness',
    defect: 'responds only after the decision',
    caughtBy: 'HK-19',
    habits: () => ({ answer: (reply) => pause(accepted(reply) ? 1_000 : 0).then(() => reply) }),
  },
  {
    name: 'hook-serves-strangers',
    class: 'negatives',
    defect: 'does not check the credentials that it requires',
    caughtBy: 'HK-20',
    habits: () =>
      reshaped(
        ({ status }) => status === 401,
        () => ({ status: 202, body: { hookInfo: {} } }),
      ),
  },
  {
    name: 'hook-one-case',
    class: 'identity and isolation',
    defect: 'names the same case for every request',
    caughtBy: 'HK-22',
    habits: () => ({
      accept: () => ({ hookInfo: {}, tracking: trackingOf('case') }),
      decision: () => ({ status: 'OK', hookInfo: { message: 'Approved.', tracking: trackingOf('case') } }),
    }),
  },
  {
    name: 'hook-wants-its-own-fields',
    class: 'negatives',
    defect: 'rejects a request without identities',
    caughtBy: 'HK-23',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && isBody(input['fields']) && input['fields']['identities'] === undefined
          ? [...found, { field: 'fields', message: 'identities are required' }]
          : found,
    }),
  },
  {
    name: 'hook-breaks-on-odd-addresses',
    class: 'negatives',
    defect: 'returns 500 for an address that cannot be called',
    caughtBy: 'HK-25',
    habits: () => ({
      answer: (reply, { input }) =>
        isBody(input) && typeof input['respondToUrl'] === 'string' && !/^https?:/.test(input['respondToUrl'])
          ? refuse(500, ['URISyntaxException'])
          : reply,
    }),
  },
  {
    name: 'hook-decides-what-it-refused',
    class: 'sequence',
    defect: 'sends a decision on a rejected request',
    caughtBy: 'HK-18',
    habits: () => ({
      answer(reply, { input, headers }) {
        if (refused(reply) && isBody(input) && headers['x-request-id'] === undefined) {
          const text = JSON.stringify({ status: 'KO', hookInfo: { message: 'Rejected.' } });
          const letter = { method: 'PATCH', mediaType: 'application/json', text };
          post(String(input['respondToUrl']), letter).catch(() => undefined);
        }
        return reply;
      },
    }),
  },
  {
    name: 'hook-id-in-braces',
    class: 'negatives',
    defect: 'accepts a UUID with surrounding text as an id',
    caughtBy: 'HK-03',
    habits: () => ({
      refuse: ({ headers }, found) =>
        String(headers['x-request-id']).startsWith('{')
          ? found.filter(({ field }) => field !== 'x-request-id')
          : found,
    }),
  },
  {
    name: 'hook-ids-in-small-letters',
    class: 'negatives',
    defect: 'rejects an id in upper case',
    caughtBy: 'HK-27',
    habits: () => refusingIds(/[A-F]/),
  },
  {
    name: 'hook-ids-of-version-four',
    class: 'negatives',
    defect: 'rejects a UUID of another version than 4',
    caughtBy: 'HK-27',
    habits: () => refusingIds(/^.{14}[^4]/),
  },
  {
    name: 'hook-flat-fields',
    class: 'shape',
    defect: 'crashes on fields that are not strings',
    caughtBy: 'HK-23',
    habits: () => ({
      answer: (reply, { input }) =>
        isBody(input) && isBody(input['fields']) && isBody(input['fields']['nested'])
          ? { status: 500, body: { error: { message: 'Something broke.' } } }
          : reply,
    }),
  },
];

function refusingIds(pattern: RegExp): Partial<HookHabits> {
  return {
    refuse: ({ headers }, found) =>
      pattern.test(String(headers['x-request-id']))
        ? [...found, { field: 'x-request-id', message: 'X-Request-ID is a UUID' }]
        : found,
  };
}
