import { answering, refusing, rewriting, type StatelessMutant } from './defects.ts';
import { EVALUATE, textIn, verdict } from './engine.ts';
import { type Asked, bodyOf, pause, type Reply } from './server.ts';

/** Whether the request is an evaluation. */
export const isEvaluation = ({ path, method }: Asked): boolean => path === EVALUATE && method === 'POST';
/** Changes the body of every result. */
export const resulting = (
  change: (body: Record<string, unknown>, asked: Asked) => unknown,
): StatelessMutant['commit'] =>
  answering((reply, asked) => ({ ...reply, body: change(bodyOf(reply), asked) }));
/** Caches responses, so a client may get the response to another client's request. */
export const keeping =
  (keyOf: (asked: Asked) => string): StatelessMutant['commit'] =>
  (honest) => {
    const kept = new Map<string, Reply>();
    return async (asked) => {
      const reply = await honest(asked);
      if (reply.status !== 200) return reply;
      const known = kept.get(keyOf(asked)) ?? reply;
      kept.set(keyOf(asked), known);
      return known;
    };
  };

/** The ids of the requirements that each mutant violates, which differ between contracts. */
interface Ids {
  readonly lists: string;
  readonly explains: string;
  readonly agrees: string;
  readonly refusals: string;
  readonly isolation: string;
}

/** Mutants that any engine can have; `ids` are the requirements of the contract that they violate. */
export function engineMutants(ids: Ids): readonly StatelessMutant[] {
  return [...resultMutants(ids), ...judgingMutants(ids), ...REFUSAL_MUTANTS, ...FAILURE_MUTANTS];
}

/** Mutants that return wrong results. */
function resultMutants(ids: Ids): StatelessMutant[] {
  return [
    {
      name: 'errors-is-text',
      class: 'shape',
      defect: 'returns the errors as one string',
      caughtBy: ids.lists,
      commit: resulting((body) => ({ ...body, errors: 'none' })),
    },
    {
      name: 'errors-are-objects',
      class: 'shape',
      defect: 'returns errors as objects',
      caughtBy: ids.lists,
      commit: resulting((body) =>
        body['satisfiesPolicy'] === false ? { ...body, errors: [{ message: 'no' }] } : body,
      ),
    },
    {
      name: 'details-is-text',
      class: 'shape',
      defect: 'returns details as a string',
      caughtBy: ids.lists,
      commit: resulting((body) => ({ ...body, details: 'all went well' })),
    },
    {
      name: 'no-reason',
      class: 'cross-field meaning',
      defect: 'returns a negative verdict without a reason',
      caughtBy: ids.explains,
      commit: resulting((body) =>
        body['satisfiesPolicy'] === false ? { satisfiesPolicy: false, errors: [], details: {} } : body,
      ),
    },
    {
      name: 'satisfied-with-errors',
      class: 'cross-field meaning',
      defect: 'returns a positive verdict with errors',
      caughtBy: ids.agrees,
      commit: resulting((body) =>
        body['satisfiesPolicy'] === true ? { ...body, errors: ['the owner is missing'] } : body,
      ),
    },
  ];
}

/** Mutants that evaluate at the wrong time or mix up clients. */
function judgingMutants(ids: Ids): StatelessMutant[] {
  return [
    {
      name: 'slow-refusal',
      class: 'promptness',
      defect: 'evaluates before it validates the request',
      caughtBy: ids.refusals,
      commit: rewriting(async (reply) => {
        if (reply.status === 400) await pause(2_000);
        return reply;
      }),
    },
    {
      name: 'shares-a-result',
      class: 'identity and isolation',
      defect: 'returns the result of one concurrent request for both',
      caughtBy: ids.isolation,
      commit: (honest) => {
        let current: Asked | undefined;
        return async (asked) => {
          if (!isEvaluation(asked) || (await honest(asked)).status !== 200) return honest(asked);
          const shared = current ?? asked;
          current = shared;
          await pause(150);
          current = undefined;
          return honest(shared);
        };
      },
    },
  ];
}

/** Mutants that reject the wrong requests, or reject them incorrectly. */
const REFUSAL_MUTANTS: readonly StatelessMutant[] = [
  {
    name: 'field-leads-nowhere',
    class: 'cross-field meaning',
    defect: 'names an unknown input field',
    caughtBy: 'X-10',
    commit: refusing((reply) => ({
      ...reply,
      body: { ...bodyOf(reply), inputErrorField: 'request.payload.content' },
    })),
  },
  {
    name: 'refusal-without-user-message',
    class: 'shape',
    defect: 'rejects without a userMessage',
    caughtBy: 'X-06',
    commit: refusing((reply) => ({ ...reply, body: { errors: bodyOf(reply)['errors'] } })),
  },
  {
    name: 'null-for-content',
    class: 'negatives',
    defect: 'accepts null as a resource',
    caughtBy: 'X-12',
    commit: refusing((reply, asked) => (textIn(asked, 'content') === null ? verdict(true) : reply)),
  },
  {
    name: 'content-of-any-type',
    class: 'negatives',
    defect: 'accepts content that is not a string',
    caughtBy: 'X-12',
    commit: refusing((reply, asked) =>
      ['number', 'object'].includes(typeof textIn(asked, 'content')) && textIn(asked, 'content') !== null
        ? verdict(false, ['no'])
        : reply,
    ),
  },
];

/** Mutants that report failures incorrectly. */
const FAILURE_MUTANTS: readonly StatelessMutant[] = [
  {
    name: 'not-implemented',
    class: 'shape',
    defect: 'returns 501 where the contract does not allow it',
    caughtBy: 'X-16',
    commit: answering(() => ({
      status: 501,
      body: { error: 'not yet', userMessage: 'Not yet.', moreInfo: { problems: [], solutions: [] } },
    })),
  },
  {
    name: 'breaks-without-a-word',
    class: 'shape',
    defect: 'fails without an error string',
    caughtBy: 'X-07',
    commit: answering(() => ({ status: 500, body: { code: 17 } })),
  },
  {
    name: 'breaks-with-few-words',
    class: 'shape',
    defect: 'fails without a userMessage',
    caughtBy: 'X-08',
    commit: answering(() => ({ status: 500, body: { error: 'boom' } })),
  },
];
