import { answering, refusing, rewriting, type StatelessMutant, withQuery, wrapped } from './defects.ts';
import { EVALUATE, textIn, verdict } from './engine.ts';
import { LIST, VALIDATE } from './picker.ts';
import { RESOLVE } from './resolver.ts';
import { type Asked, bodyOf, errorList, isBody, type Reply } from './server.ts';

/*
 * Mutants with a single defect: each violates exactly one requirement.
 */

/** Returns a non-standard status for a body of another media type. */
const teapot: StatelessMutant = wrapped(
  'X-01',
  'returns 418 for a body of another media type',
  rewriting((reply) => (reply.status === 415 ? { ...reply, status: 418 } : reply)),
);

const refusalSaysNothing: StatelessMutant = wrapped(
  'X-05',
  'rejects with a message for the user and without the list of errors',
  refusing((reply, { path }) =>
    path === VALIDATE ? reply : { ...reply, body: { ...bodyOf(reply), errors: undefined } },
  ),
);

const fieldIsAList: StatelessMutant = wrapped(
  'X-02',
  'returns inputErrorField as a list',
  refusing((reply) => ({
    ...reply,
    body: { ...bodyOf(reply), inputErrorField: ['content', 'resourceType'] },
  })),
);

/** Treats malformed JSON as a missing body. */
const withoutReading: StatelessMutant['commit'] = (honest) => (asked) =>
  asked.text !== '' && asked.input === undefined && asked.mediaType === 'application/json'
    ? honest({ ...asked, text: '', mediaType: '' })
    : honest(asked);

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

/** Whether the form template sent its fields, and more than one. */
const withFields = ({ input }: Asked): boolean => isBody(input) && Object.keys(input).length > 1;
const listing = (change: (items: readonly unknown[], asked: Asked) => unknown): StatelessMutant['commit'] =>
  answering((reply, asked) =>
    asked.path === LIST && Array.isArray(reply.body) ? { ...reply, body: change(reply.body, asked) } : reply,
  );

export const pickerAlone: readonly StatelessMutant[] = [
  teapot,
  refusalSaysNothing,
  wrapped(
    'X-02',
    'wraps the response to a valid selection in an object',
    answering((reply, { path }) => (path === VALIDATE ? { ...reply, body: { ok: true } } : reply)),
  ),
  wrapped(
    'UP-13',
    'crashes on an empty selection',
    (honest) => (asked) =>
      asked.path === VALIDATE && isBody(asked.input) && isEmpty(asked.input['selectedObjects'])
        ? errorList(500, ['cannot read the first of nothing'])
        : honest(asked),
  ),
  wrapped(
    'UP-02',
    'omits ids when the template sends fields',
    listing((items, asked) =>
      withFields(asked) ? items.map((one) => (isBody(one) ? { ...one, id: undefined } : one)) : items,
    ),
  ),
  wrapped(
    'UP-06',
    'lists one value more than requested when the template sends fields',
    listing((items, asked) => (withFields(asked) ? [...items, { id: 'all', value: 'All' }] : items)),
  ),
  wrapped(
    'UP-07',
    'rejects a filter with a bracket',
    (honest) => (asked) =>
      asked.path === LIST && (asked.query.get('filter') ?? '').includes('[')
        ? errorList(400, ['filter may hold letters only'])
        : honest(asked),
  ),
  wrapped('X-11', 'returns a list for fields that it cannot read', withoutReading),
  wrapped(
    'X-12',
    'accepts a selection without objects',
    (honest) => (asked) =>
      asked.path === VALIDATE && isBody(asked.input) && !('selectedObjects' in asked.input)
        ? { status: 200, body: 'OK' }
        : honest(asked),
  ),
];

/** Changes the page information in the response, regardless of the content. */
const told = (reply: Reply, change: object): Reply => {
  const { page } = bodyOf(reply);
  return { ...reply, body: { ...bodyOf(reply), page: { ...(isBody(page) ? page : {}), ...change } } };
};
const contentIn = (reply: Reply): unknown[] => {
  const { content } = bodyOf(reply);
  return Array.isArray(content) ? content : [];
};
const cut = (reply: Reply, count: number): Reply => ({
  ...told(reply, { count }),
  body: { ...bodyOf(told(reply, { count })), content: contentIn(reply).slice(0, count) },
});

export const resolverAlone: readonly StatelessMutant[] = [
  refusalSaysNothing,
  wrapped(
    'PR-03',
    'returns three resources for an offset without a limit',
    answering((reply, { query }) =>
      query.has('offset') && !query.has('limit') && contentIn(reply).length > 3 ? cut(reply, 3) : reply,
    ),
  ),
  wrapped(
    'PR-04',
    'starts with the second resource by default, and reports offset 0',
    (honest) => async (asked) => {
      const { query } = asked;
      if (query.has('offset') || query.has('id') || query.has('resource-types') || query.has('limit'))
        return honest(asked);
      const reply = await honest(withQuery(asked, (other) => other.set('offset', '1')));
      return reply.status === 200 ? told(reply, { offset: 0 }) : reply;
    },
  ),
  wrapped('PR-06', 'returns two resources for a limit of one', (honest) => async (asked) => {
    if (asked.query.get('limit') !== '1') return honest(asked);
    const reply = await honest(withQuery(asked, (other) => other.set('limit', '2')));
    return reply.status === 200 ? told(reply, { limit: 1 }) : reply;
  }),
  wrapped(
    'PR-19',
    'returns the count of all resources for a request by id',
    answering((reply, { query }) => (query.has('id') ? told(reply, { count: 60 }) : reply)),
  ),
  wrapped('PR-10', 'returns an empty page for an unknown id', (honest) => async (asked) => {
    const reply = await honest(asked);
    const { query } = asked;
    const isKnown = (await honest(withQuery(asked, (other) => other.delete('id')))).status === 200;
    if (reply.status !== 404 || !query.has('id') || !isKnown) return reply;
    return { status: 200, body: { content: [], page: { offset: 0, limit: 5, count: 0 } } };
  }),
  wrapped(
    'X-01',
    'returns 206 for every page after the first',
    answering((reply, { path, query }) =>
      path === RESOLVE && Number(query.get('offset') ?? 0) > 0 ? { ...reply, status: 206 } : reply,
    ),
  ),
];

/** Returns a verdict on a body that it cannot parse. */
const withoutContent: StatelessMutant['commit'] = (honest) => (asked) =>
  asked.path === EVALUATE &&
  asked.text !== '' &&
  asked.input === undefined &&
  asked.mediaType === 'application/json'
    ? verdict(true)
    : honest(asked);

const broken: Reply = {
  status: 500,
  body: {
    error: 'no connection',
    userMessage: 'Something broke.',
    moreInfo: { problems: ['no connection'], solutions: ['Try again later.'] },
  },
};

const malformedVerdict: StatelessMutant = wrapped(
  'X-11',
  'evaluates malformed JSON as compliant',
  withoutContent,
);

export const remoteAlone: readonly StatelessMutant[] = [
  malformedVerdict,
  refusalSaysNothing,
  fieldIsAList,
  wrapped(
    'RE-01',
    'crashes on a compliant resource',
    answering((reply) => (bodyOf(reply)['satisfiesPolicy'] === true ? broken : reply)),
  ),
  wrapped(
    'X-01',
    'returns 403 for an unknown type',
    rewriting((reply, asked) =>
      reply.status === 400 && JSON.stringify(reply.body ?? '').includes('the type is not known')
        ? errorList(403, [`${String(textIn(asked, 'resourceType'))} is not for you`])
        : reply,
    ),
  ),
];

export const llmAlone: readonly StatelessMutant[] = [
  malformedVerdict,
  teapot,
  refusalSaysNothing,
  fieldIsAList,
  wrapped(
    'LE-02',
    'omits the verdict when a request has an unknown field',
    answering((reply, { input }) =>
      isBody(input) && 'notInTheContract' in input
        ? { ...reply, body: { ...bodyOf(reply), satisfiesPolicy: undefined } }
        : reply,
    ),
  ),
];
