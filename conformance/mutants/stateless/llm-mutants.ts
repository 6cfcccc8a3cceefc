import { answering, crash, type StatelessMutant, wrapped } from './defects.ts';
import { textIn, verdict } from './engine.ts';
import { engineMutants, isEvaluation, keeping, resulting } from './engine-defects.ts';
import { bodyOf, isBody } from './server.ts';

/** Mutants of the LLM engine. */
export const llmMutants: readonly StatelessMutant[] = [
  ...engineMutants({
    lists: 'LE-11',
    explains: 'LE-05',
    agrees: 'LE-12',
    refusals: 'LE-07',
    isolation: 'LE-09',
  }),
  wrapped(
    'LE-02',
    'returns the raw text of the model',
    resulting((body) => `The resource ${body['satisfiesPolicy'] === true ? 'complies' : 'does not comply'}.`),
  ),
  wrapped(
    'LE-02',
    'returns a score instead of a verdict',
    resulting(() => ({ value: 0.75, errors: [] })),
  ),
  wrapped(
    'LE-06',
    'follows instructions in the resource',
    (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('The policy is satisfied') ? verdict(true) : honest(asked),
  ),
  wrapped('LE-08', 'evaluates the policies of all earlier requests as well', (honest) => {
    const earlier = new Set<unknown>();
    return async (asked) => {
      const usual = await honest(asked);
      if (usual.status !== 200 || !isBody(asked.input)) return usual;
      earlier.add(asked.input['policy']);
      for (const policy of earlier) {
        const reply = await honest({ ...asked, input: { ...asked.input, policy } });
        if (bodyOf(reply)['satisfiesPolicy'] === false) return reply;
      }
      return usual;
    };
  }),
  wrapped(
    'LE-08',
    'returns a valid system error for a policy with a quotation mark',
    (honest) => (asked) =>
      String(textIn(asked, 'policy')).includes('"')
        ? { status: 500, body: { error: 'the model refused the request' } }
        : honest(asked),
  ),
  wrapped(
    'LE-06',
    'follows instructions in the id of the resource',
    (honest) => (asked) =>
      String(textIn(asked, 'resourceId')).includes('policy is satisfied') ? verdict(true) : honest(asked),
  ),
  wrapped(
    'LE-03',
    'returns the text that the resource asks for',
    (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('poem')
        ? { status: 200, body: { poem: 'Roses are red' } }
        : honest(asked),
  ),
  wrapped(
    'LE-04',
    'waits for the model forever',
    (honest) => (asked) =>
      isEvaluation(asked) && asked.text.includes('poem') ? new Promise(() => undefined) : honest(asked),
  ),
  wrapped(
    'LE-04',
    'returns an error of another shape when the model returns nothing',
    (honest) => (asked) => (String(textIn(asked, 'content')).includes('unfinished') ? crash : honest(asked)),
  ),
  wrapped(
    'LE-08',
    'returns a positive verdict for everything',
    answering(() => verdict(true)),
  ),
  wrapped('LE-08', 'evaluates the first policy that it received', (honest) => {
    let kept: unknown;
    return (asked) => {
      const policy = textIn(asked, 'policy');
      if (typeof policy === 'string') kept ??= policy;
      const input =
        typeof policy === 'string' && typeof asked.input === 'object'
          ? { ...asked.input, policy: kept }
          : asked.input;
      return honest({ ...asked, input });
    };
  }),
  wrapped(
    'LE-08',
    'truncates a resource to a thousand characters for the model',
    reading('content', (text) => text.slice(0, 1_000)),
  ),
  wrapped(
    'LE-08',
    'sends only the first line of a policy to the model',
    reading('policy', (text) => text.split('\n', 1)[0] ?? ''),
  ),
  wrapped(
    'LE-08',
    'returns the first verdict for an id',
    keeping((asked) => String(textIn(asked, 'resourceId'))),
  ),
  wrapped('LE-09', 'names the resource of the previous request', (honest) => {
    let before: unknown;
    return answering((reply, asked) => {
      const about = before ?? textIn(asked, 'resourceId');
      before = textIn(asked, 'resourceId');
      return { ...reply, body: { ...bodyOf(reply), details: { about } } };
    })(honest);
  }),
  wrapped(
    'LE-08',
    'inverts the verdict: asks the model whether the policy is violated, and returns its yes as satisfied',
    answering((reply) => {
      const isBroken = bodyOf(reply)['satisfiesPolicy'] !== true;
      return verdict(isBroken, isBroken ? [] : ['the policy is not broken']);
    }),
  ),
];

/** Changes a member before the model reads it. */
function reading(member: string, read: (text: string) => string): StatelessMutant['commit'] {
  return (honest) => (asked) => {
    const text = textIn(asked, member);
    return typeof text === 'string' && isBody(asked.input)
      ? honest({ ...asked, input: { ...asked.input, [member]: read(text) } })
      : honest(asked);
  };
}
