import { answering, refusing, type StatelessMutant, wrapped } from './defects.ts';
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
    wrapped(
      ids.lists,
      'returns errors as objects',
      resulting((body) =>
        body['satisfiesPolicy'] === false ? { ...body, errors: [{ message: 'no' }] } : body,
      ),
    ),
    wrapped(
      ids.explains,
      'returns a negative verdict without a reason',
      resulting((body) =>
        body['satisfiesPolicy'] === false ? { satisfiesPolicy: false, errors: [], details: {} } : body,
      ),
    ),
    wrapped(
      ids.agrees,
      'returns a positive verdict with errors',
      resulting((body) =>
        body['satisfiesPolicy'] === true ? { ...body, errors: ['the owner is missing'] } : body,
      ),
    ),
  ];
}

/** Mutants that evaluate at the wrong time or mix up clients. */
function judgingMutants(ids: Ids): StatelessMutant[] {
  return [
    wrapped(ids.isolation, 'returns the result of one concurrent request for both', (honest) => {
      let current: Asked | undefined;
      return async (asked) => {
        if (!isEvaluation(asked) || (await honest(asked)).status !== 200) return honest(asked);
        const shared = current ?? asked;
        current = shared;
        await pause(150);
        current = undefined;
        return honest(shared);
      };
    }),
  ];
}

/** Mutants that reject the wrong requests, or reject them incorrectly. */
const REFUSAL_MUTANTS: readonly StatelessMutant[] = [
  wrapped(
    'X-12',
    'accepts null as a resource',
    refusing((reply, asked) => (textIn(asked, 'content') === null ? verdict(true) : reply)),
  ),
];

/** Mutants that report failures incorrectly. */
const FAILURE_MUTANTS: readonly StatelessMutant[] = [
  wrapped(
    'X-07',
    'fails without an error string',
    answering(() => ({ status: 500, body: { code: 17 } })),
  ),
  wrapped(
    'X-08',
    'fails without a userMessage',
    answering(() => ({ status: 500, body: { error: 'boom' } })),
  ),
];
