import { answering, rewriting, type StatelessMutant } from './crimes.ts';
import { EVALUATE, textIn, verdict } from './engine.ts';
import { VALIDATE } from './picker.ts';
import { RESOLVE } from './resolver.ts';
import { bodyOf, errorList, isBody, type Reply } from './server.ts';

/*
 * Wrong in one thing and in nothing else: one requirement stands against each of them.
 */

/** Reads malformed JSON as no body at all. */
const withoutReading: StatelessMutant['commit'] = (honest) => (asked) =>
  asked.text !== '' && asked.input === undefined && asked.mediaType === 'application/json'
    ? honest({ ...asked, text: '', mediaType: '' })
    : honest(asked);

export const pickerAlone: readonly StatelessMutant[] = [
  {
    name: 'malformed-json-is-nothing',
    class: 'negatives',
    crime: 'lists its values for fields that it cannot read',
    caughtBy: 'X-11',
    commit: withoutReading,
  },
  {
    name: 'selection-left-out',
    class: 'negatives',
    crime: 'finds it right when nothing was selected',
    caughtBy: 'X-12',
    commit: (honest) => (asked) =>
      asked.path === VALIDATE && isBody(asked.input) && !('selectedObjects' in asked.input)
        ? { status: 200, body: 'OK' }
        : honest(asked),
  },
];

export const resolverAlone: readonly StatelessMutant[] = [
  {
    name: 'later-pages-are-parts',
    class: 'shape',
    crime: 'answers every page after the first with 206',
    caughtBy: 'X-01',
    commit: answering((reply, { path, query }) =>
      path === RESOLVE && Number(query.get('offset') ?? 0) > 0 ? { ...reply, status: 206 } : reply,
    ),
  },
];

/** Gives a verdict on what it cannot read. */
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

const malformedVerdict: StatelessMutant = {
  name: 'malformed-json-complies',
  class: 'negatives',
  crime: 'finds that malformed JSON complies',
  caughtBy: 'X-11',
  commit: withoutContent,
};

export const remoteAlone: readonly StatelessMutant[] = [
  malformedVerdict,
  {
    name: 'approval-breaks',
    class: 'linkage between operations',
    crime: 'breaks when a resource complies',
    caughtBy: 'RE-01',
    commit: answering((reply) => (bodyOf(reply)['satisfiesPolicy'] === true ? broken : reply)),
  },
  {
    name: 'unknown-type-forbidden',
    class: 'shape',
    crime: 'answers a type that it does not know with 403',
    caughtBy: 'X-01',
    commit: rewriting((reply, asked) =>
      reply.status === 400 && JSON.stringify(reply.body ?? '').includes('the type is not known')
        ? errorList(403, [`${String(textIn(asked, 'resourceType'))} is not for you`])
        : reply,
    ),
  },
];

export const llmAlone: readonly StatelessMutant[] = [malformedVerdict];
