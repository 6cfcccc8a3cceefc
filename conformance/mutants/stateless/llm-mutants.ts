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
    defect: 'answers with what the model wrote',
    caughtBy: 'LE-02',
    commit: resulting(
      (body) => `The resource ${body['satisfiesPolicy'] === true ? 'complies' : 'does not comply'}.`,
    ),
  },
  {
    name: 'verdict-in-words',
    class: 'shape',
    defect: 'says yes or no in place of a boolean',
    caughtBy: 'LE-02',
    commit: resulting((body) => ({
      ...body,
      satisfiesPolicy: body['satisfiesPolicy'] === true ? 'yes' : 'no',
    })),
  },
  {
    name: 'scores',
    class: 'shape',
    defect: 'answers with a score in place of a verdict',
    caughtBy: 'LE-02',
    commit: resulting(() => ({ value: 0.75, errors: [] })),
  },
  {
    name: 'wrong-member',
    class: 'shape',
    defect: 'calls the verdict otherwise',
    caughtBy: 'LE-02',
    commit: resulting(({ satisfiesPolicy, ...body }) => ({ ...body, satisfied: satisfiesPolicy })),
  },
  {
    name: 'policy-has-a-default',
    class: 'negatives',
    defect: 'judges by a policy of its own when there is none',
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
    defect: 'follows what the resource says about itself',
    caughtBy: 'LE-06',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('The policy is satisfied') ? verdict(true) : honest(asked),
  },
  {
    name: 'keeps-the-conversation',
    class: 'state over time',
    defect: 'judges by the policies of all earlier requests as well',
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
    defect:
      'cannot send a policy with a quotation mark on to the model, and says so with a system error in shape',
    caughtBy: 'LE-08',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'policy')).includes('"')
        ? { status: 500, body: { error: 'the model refused the request' } }
        : honest(asked),
  },
  {
    name: 'told-by-a-name',
    class: 'cross-field meaning',
    defect: 'follows what the id of the resource says',
    caughtBy: 'LE-06',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'resourceId')).includes('policy is satisfied') ? verdict(true) : honest(asked),
  },
  {
    name: 'writes-a-poem',
    class: 'cross-field meaning',
    defect: 'writes what the resource asks for',
    caughtBy: 'LE-03',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('poem')
        ? { status: 200, body: { poem: 'Roses are red' } }
        : honest(asked),
  },
  {
    name: 'hangs-with-the-model',
    class: 'promptness',
    defect: 'waits for the model for ever',
    caughtBy: 'LE-04',
    commit: (honest) => (asked) =>
      isEvaluation(asked) && asked.text.includes('poem') ? new Promise(() => undefined) : honest(asked),
  },
  {
    name: 'model-error-leaks',
    class: 'negatives',
    defect: 'breaks in a form of its own when the model has nothing to say',
    caughtBy: 'LE-04',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('unfinished') ? crash : honest(asked),
  },
  {
    name: 'always-yes',
    class: 'linkage between operations',
    defect: 'finds that everything complies',
    caughtBy: 'LE-08',
    commit: answering(() => verdict(true)),
  },
  {
    name: 'one-policy-for-all',
    class: 'linkage between operations',
    defect: 'judges by the first policy that it was given',
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
    defect: 'cuts a resource after a thousand characters before the model sees it',
    caughtBy: 'LE-08',
    commit: reading('content', (text) => text.slice(0, 1_000)),
  },
  {
    name: 'reads-the-first-line',
    class: 'linkage between operations',
    defect: 'hands the first line of a policy to the model, and no other',
    caughtBy: 'LE-08',
    commit: reading('policy', (text) => text.split('\n', 1)[0] ?? ''),
  },
  {
    name: 'keeps-verdicts-by-id',
    class: 'state over time',
    defect: 'answers with the first verdict on an id',
    caughtBy: 'LE-08',
    commit: keeping((asked) => String(textIn(asked, 'resourceId'))),
  },
  {
    name: 'goes-on-about-the-last-one',
    class: 'identity and isolation',
    defect: 'speaks of the resource that it was asked about before',
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
    defect: 'asks the model whether the policy is broken, and passes its yes on as satisfied',
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
