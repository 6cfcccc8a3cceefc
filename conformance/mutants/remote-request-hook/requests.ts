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
    defect: 'answers 200 where 202 is due',
    caughtBy: 'HK-01',
    habits: () => reshaped(accepted, (reply) => ({ ...reply, status: 200 })),
  },
  {
    name: 'hook-creates',
    class: 'shape',
    defect: 'answers 201 where 202 is due',
    caughtBy: 'X-01',
    habits: () => reshaped(accepted, (reply) => ({ ...reply, status: 201 })),
  },
  {
    name: 'hook-not-implemented',
    class: 'sequence',
    defect: 'answers 501 to every request',
    caughtBy: 'X-16',
    habits: () => reshaped(accepted, () => refuse(501, [])),
  },
  {
    name: 'hook-needs-no-id',
    class: 'negatives',
    defect: 'takes a request without X-Request-ID',
    caughtBy: 'HK-02',
    habits: () => ({
      refuse: ({ headers }, found) =>
        headers['x-request-id'] === undefined ? found.filter(({ field }) => field !== 'x-request-id') : found,
    }),
  },
  {
    name: 'hook-breaks-without-id',
    class: 'negatives',
    defect: 'answers a request without X-Request-ID with 500',
    caughtBy: 'HK-02',
    habits: () => ({
      answer: (reply, { headers }) =>
        headers['x-request-id'] === undefined && refused(reply) ? refuse(500, []) : reply,
    }),
  },
  {
    name: 'hook-takes-any-id',
    class: 'negatives',
    defect: 'takes any text for an X-Request-ID',
    caughtBy: 'HK-03',
    habits: () => ({
      refuse: ({ headers }, found) =>
        headers['x-request-id'] === undefined ? found : found.filter(({ field }) => field !== 'x-request-id'),
    }),
  },
  {
    name: 'hook-needs-no-address',
    class: 'negatives',
    defect: 'takes a request without respondToUrl',
    caughtBy: 'HK-04',
    habits: () => unrefused('respondToUrl'),
  },
  {
    name: 'hook-needs-no-fields',
    class: 'negatives',
    defect: 'takes a request without fields',
    caughtBy: 'X-12',
    habits: () => unrefused('fields'),
  },
  {
    name: 'hook-unprocessable',
    class: 'negatives',
    defect: 'refuses with 422 where 400 is due',
    caughtBy: 'X-12',
    habits: () => reshaped(refused, (reply) => ({ ...reply, status: 422 })),
  },
  {
    name: 'hook-without-info',
    class: 'shape',
    defect: 'leaves hookInfo out of the answer',
    caughtBy: 'HK-05',
    habits: () => ({ accept: ({ id }) => ({ tracking: trackingOf(id) }) }),
  },
  {
    name: 'hook-case-without-id',
    class: 'shape',
    defect: 'tells the page of a case without its id',
    caughtBy: 'HK-05',
    habits: () => ({ accept: () => ({ hookInfo: { tracking: { url: 'https://tickets.example.com' } } }) }),
  },
  {
    name: 'hook-case-is-text',
    class: 'shape',
    defect: 'writes tracking as text',
    caughtBy: 'HK-05',
    habits: () => ({ accept: ({ id }) => ({ hookInfo: {}, tracking: id }) }),
  },
  {
    name: 'hook-relative-page',
    class: 'shape',
    defect: 'tells the page of a case by a path alone',
    caughtBy: 'HK-06',
    habits: () => ({ accept: ({ id }) => ({ hookInfo: {}, tracking: { id, url: `/tickets/${id}` } }) }),
  },
  {
    name: 'hook-list-of-errors',
    class: 'shape',
    defect: 'refuses with a list of errors, as other contracts do',
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
    defect: 'refuses with an empty message',
    caughtBy: 'HK-08',
    habits: () => reshaped(refused, (reply) => ({ ...reply, ...error('') })),
  },
  {
    name: 'hook-shows-its-stack',
    class: 'cross-field meaning',
    defect: 'refuses with the trace of an exception',
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
    defect: 'answers with JSON that is labelled as text/html',
    caughtBy: 'X-03',
    habits: () => reshaped(accepted, (reply) => ({ ...reply, headers: { 'content-type': 'text/html' } })),
  },
  {
    name: 'hook-breaks-in-plain-text',
    class: 'negatives',
    defect: 'answers malformed JSON with a bare Internal Server Error',
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
    defect: 'refuses a member that it does not know',
    caughtBy: 'X-17',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && 'notInTheContract' in input ? [{ field: 'body', message: 'unknown member' }] : found,
    }),
  },
  {
    name: 'hook-answers-after-deciding',
    class: 'promptness',
    defect: 'answers only when the decision has been made',
    caughtBy: 'HK-19',
    habits: () => ({ answer: (reply) => pause(accepted(reply) ? 1_000 : 0).then(() => reply) }),
  },
  {
    name: 'hook-serves-strangers',
    class: 'negatives',
    defect: 'does not look at the proof that it asks for',
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
    defect: 'refuses a request without identities',
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
    defect: 'answers an address that nobody can call with 500',
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
    defect: 'sends a decision on a request that it has refused',
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
    defect: 'takes a UUID with something around it for an id',
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
    defect: 'refuses an id with capitals',
    caughtBy: 'HK-27',
    habits: () => refusingIds(/[A-F]/),
  },
  {
    name: 'hook-ids-of-version-four',
    class: 'negatives',
    defect: 'refuses an id that is a UUID of another version than the fourth',
    caughtBy: 'HK-27',
    habits: () => refusingIds(/^.{14}[^4]/),
  },
  {
    name: 'hook-flat-fields',
    class: 'shape',
    defect: 'breaks on fields that are no texts',
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
