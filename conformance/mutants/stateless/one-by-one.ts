import { rewriting, type StatelessMutant, wrapped } from './defects.ts';
import { EVALUATE, textIn } from './engine.ts';
import { bodyOf, type Reply, type Responder } from './server.ts';

/*
 * Mutants whose defect depends on the previous request or on interleaved requests.
 */

/** How many requests after a rejection get the same response; several, because clients send requests concurrently. */
const SPOILT = 3;

const spoilt =
  (isRefusal: (reply: Reply) => boolean): StatelessMutant['commit'] =>
  (honest: Responder) => {
    let refusal: Reply | undefined;
    let left = 0;
    return async (asked) => {
      const reply = await honest(asked);
      if (isRefusal(reply)) {
        refusal = reply;
        left = SPOILT;
        return reply;
      }
      left -= 1;
      return refusal !== undefined && left >= 0 && reply.status === 200 ? refusal : reply;
    };
  };

const isRefused = ({ status }: Reply): boolean => status === 400;

/** Starts the defect after ten requests, because an earlier failure would stop the run at the first check. */
const late =
  (commit: StatelessMutant['commit']): StatelessMutant['commit'] =>
  (honest) => {
    const wrong = commit(honest);
    let count = 0;
    return (asked) => {
      count += 1;
      return count > 10 ? wrong(asked) : honest(asked);
    };
  };

const spoiltBy = (caughtBy: string): StatelessMutant =>
  wrapped(
    caughtBy,
    'returns the same error for three requests after a rejected one',
    late(spoilt(isRefused)),
  );

export const spoiltPicker = spoiltBy('UP-22');
export const spoiltResolver = spoiltBy('PR-16');

/** Mutants of the remote engine. */
export const oneByOneEngines: readonly StatelessMutant[] = [
  spoiltBy('RE-08'),
  wrapped('RE-10', 'names the resource of the previous request in the details', (honest) => {
    let before: unknown;
    return async (asked) => {
      const reply = await honest(asked);
      if (asked.path !== EVALUATE || reply.status !== 200) return reply;
      const judged = before ?? textIn(asked, 'resourceId');
      before = textIn(asked, 'resourceId');
      return { ...reply, body: { ...bodyOf(reply), details: { judged } } };
    };
  }),
];

/** Mutants of the LLM engine. */
export const oneByOneLlms: readonly StatelessMutant[] = [
  spoiltBy('LE-02'),
  wrapped(
    'LE-02',
    'returns a value when the policy asks for a number',
    rewriting((reply, asked) =>
      reply.status === 200 && /how many/i.test(String(textIn(asked, 'policy')))
        ? { status: 200, body: { value: 3, errors: [] } }
        : reply,
    ),
  ),
  wrapped(
    'LE-02',
    'returns null when a policy makes no sense',
    rewriting((reply, asked) =>
      reply.status === 200 && !/must|data product/.test(String(textIn(asked, 'policy')))
        ? { ...reply, body: { ...bodyOf(reply), satisfiesPolicy: null } }
        : reply,
    ),
  ),
];
