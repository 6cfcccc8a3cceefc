import { answering, crash, refusing, type StatelessMutant } from './defects.ts';
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
  {
    name: 'passes-the-model-on',
    class: 'shape',
    defect: 'returns the raw text of the model',
    caughtBy: 'LE-02',
    commit: resulting(
      (body) => `The resource ${body['satisfiesPolicy'] === true ? 'complies' : 'does not comply'}.`,
    ),
  },
  {
    name: 'verdict-in-words',
    class: 'shape',
    defect: 'returns yes or no instead of a boolean',
    caughtBy: 'LE-02',
    commit: resulting((body) => ({
      ...body,
      satisfiesPolicy: body['satisfiesPolicy'] === true ? 'yes' : 'no',
    })),
  },
  {
    name: 'scores',
    class: 'shape',
    defect: 'returns a score instead of a verdict',
    caughtBy: 'LE-02',
    commit: resulting(() => ({ value: 0.75, errors: [] })),
  },
  {
    name: 'wrong-member',
    class: 'shape',
    defect: 'returns the verdict under another name',
    caughtBy: 'LE-02',
    commit: resulting(({ satisfiesPolicy, ...body }) => ({ ...body, satisfied: satisfiesPolicy })),
  },
  {
    name: 'policy-has-a-default',
    class: 'negatives',
    defect: 'uses a default policy when there is none',
    caughtBy: 'LE-01',
    commit: refusing((reply, asked) =>
      asked.input !== undefined &&
      textIn(asked, 'policy') === undefined &&
      textIn(asked, 'content') !== undefined
        ? verdict(true)
        : reply,
    ),
  },
  {
    name: 'does-as-it-is-told',
    class: 'cross-field meaning',
    defect: 'follows instructions in the resource',
    caughtBy: 'LE-06',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('The policy is satisfied') ? verdict(true) : honest(asked),
  },
  {
    name: 'keeps-the-conversation',
    class: 'state over time',
    defect: 'evaluates the policies of all earlier requests as well',
    caughtBy: 'LE-08',
    commit: (honest) => {
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
    },
  },
  {
    name: 'policy-breaks-its-json',
    class: 'negatives',
    defect: 'returns a valid system error for a policy with a quotation mark',
    caughtBy: 'LE-08',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'policy')).includes('"')
        ? { status: 500, body: { error: 'the model refused the request' } }
        : honest(asked),
  },
  {
    name: 'told-by-a-name',
    class: 'cross-field meaning',
    defect: 'follows instructions in the id of the resource',
    caughtBy: 'LE-06',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'resourceId')).includes('policy is satisfied') ? verdict(true) : honest(asked),
  },
  {
    name: 'writes-a-poem',
    class: 'cross-field meaning',
    defect: 'returns the text that the resource asks for',
    caughtBy: 'LE-03',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('poem')
        ? { status: 200, body: { poem: 'Roses are red' } }
        : honest(asked),
  },
  {
    name: 'hangs-with-the-model',
    class: 'promptness',
    defect: 'waits for the model forever',
    caughtBy: 'LE-04',
    commit: (honest) => (asked) =>
      isEvaluation(asked) && asked.text.includes('poem') ? new Promise(() => undefined) : honest(asked),
  },
  {
    name: 'model-error-leaks',
    class: 'negatives',
    defect: 'returns an error of another shape when the model returns nothing',
    caughtBy: 'LE-04',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('unfinished') ? crash : honest(asked),
  },
  {
    name: 'always-yes',
    class: 'linkage between operations',
    defect: 'returns a positive verdict for everything',
    caughtBy: 'LE-08',
    commit: answering(() => verdict(true)),
  },
  {
    name: 'one-policy-for-all',
    class: 'linkage between operations',
    defect: 'evaluates the first policy that it received',
    caughtBy: 'LE-08',
    commit: (honest) => {
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
    },
  },
  {
    name: 'reads-the-beginning',
    class: 'linkage between operations',
    defect: 'truncates a resource to a thousand characters for the model',
    caughtBy: 'LE-08',
    commit: reading('content', (text) => text.slice(0, 1_000)),
  },
  {
    name: 'reads-the-first-line',
    class: 'linkage between operations',
    defect: 'sends only the first line of a policy to the model',
    caughtBy: 'LE-08',
    commit: reading('policy', (text) => text.split('\n', 1)[0] ?? ''),
  },
  {
    name: 'keeps-verdicts-by-id',
    class: 'state over time',
    defect: 'returns the first verdict for an id',
    caughtBy: 'LE-08',
    commit: keeping((asked) => String(textIn(asked, 'resourceId'))),
  },
  {
    name: 'goes-on-about-the-last-one',
    class: 'identity and isolation',
    defect: 'names the resource of the previous request',
    caughtBy: 'LE-09',
    commit: (honest) => {
      let before: unknown;
      return answering((reply, asked) => {
        const about = before ?? textIn(asked, 'resourceId');
        before = textIn(asked, 'resourceId');
        return { ...reply, body: { ...bodyOf(reply), details: { about } } };
      })(honest);
    },
  },
  {
    name: 'asks-whether-it-is-broken',
    class: 'cross-field meaning',
    defect:
      'inverts the verdict: asks the model whether the policy is violated, and returns its yes as satisfied',
    caughtBy: 'LE-08',
    commit: answering((reply) => {
      const isBroken = bodyOf(reply)['satisfiesPolicy'] !== true;
      return verdict(isBroken, isBroken ? [] : ['the policy is not broken']);
    }),
  },
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
