import { answering, crash, refusing, rewriting, type StatelessMutant } from './defects.ts';
import { honestMetric, textIn, verdict } from './engine.ts';
import { engineMutants, isEvaluation, keeping, resulting } from './engine-defects.ts';
import { bodyOf } from './server.ts';

/** Mutants of the remote engine. */
export const remoteMutants: readonly StatelessMutant[] = [
  ...engineMutants({
    lists: 'RE-05',
    explains: 'RE-06',
    agrees: 'RE-11',
    refusals: 'RE-13',
    isolation: 'RE-10',
  }),
  {
    name: 'result-in-an-envelope',
    class: 'shape',
    defect: 'wraps the result in an object',
    caughtBy: 'RE-01',
    commit: resulting((body) => ({ result: body })),
  },
  {
    name: 'id-is-a-number',
    class: 'negatives',
    defect: 'rejects resource ids that are not numeric',
    caughtBy: 'RE-01',
    commit: rewriting((reply, asked) =>
      reply.status === 200 && !/^\d+$/.test(String(textIn(asked, 'resourceId')))
        ? {
            status: 400,
            body: { errors: ['resourceId: not a number'], userMessage: 'The id is not a number.' },
          }
        : reply,
    ),
  },
  {
    name: 'evaluation-not-there',
    class: 'shape',
    defect: 'does not have the operation',
    caughtBy: 'RE-01',
    commit: rewriting((reply, asked) =>
      isEvaluation(asked) ? { status: 404, body: { detail: 'Not Found' } } : reply,
    ),
  },
  {
    name: 'verdict-is-text',
    class: 'shape',
    defect: 'returns the verdict as a string',
    caughtBy: 'RE-02',
    commit: resulting((body) => ({ ...body, satisfiesPolicy: String(body['satisfiesPolicy']) })),
  },
  {
    name: 'verdict-is-a-number',
    class: 'shape',
    defect: 'returns 1 and 0 as the verdict',
    caughtBy: 'RE-02',
    commit: resulting((body) => ({ ...body, satisfiesPolicy: Number(body['satisfiesPolicy']) })),
  },
  {
    name: 'value-is-text',
    class: 'shape',
    defect: 'returns the value as a string',
    caughtBy: 'RE-03',
    commit: () => resulting((body) => ({ ...body, value: String(body['value']) }))(honestMetric()),
  },
  {
    name: 'wrong-member',
    class: 'shape',
    defect: 'returns the verdict under another name',
    caughtBy: 'X-02',
    commit: resulting(({ satisfiesPolicy, ...body }) => ({ ...body, satisfied: satisfiesPolicy })),
  },
  {
    name: 'verdict-and-value',
    class: 'cross-field meaning',
    defect: 'returns a verdict and a value',
    caughtBy: 'RE-04',
    commit: resulting((body) => ({ ...body, value: 1 })),
  },
  {
    name: 'measures-what-complies',
    class: 'cross-field meaning',
    defect: 'returns a verdict for a resource that does not comply, and a value for one that does',
    caughtBy: 'RE-04',
    commit: resulting((body) => (body['satisfiesPolicy'] === true ? { value: 1, errors: [] } : body)),
  },
  ...(['content', 'resourceType', 'resourceId'] as const).map(
    (member): StatelessMutant => ({
      name: `${member}-has-a-default`,
      class: 'negatives',
      defect: `evaluates without ${member}`,
      caughtBy: 'RE-07',
      commit: refusing((reply, asked) =>
        asked.input !== undefined && !asked.text.includes(`"${member}"`) && asked.text.includes('"resource')
          ? verdict(true)
          : reply,
      ),
    }),
  ),
  {
    name: 'unreadable-content-crashes',
    class: 'negatives',
    defect: 'crashes on content that is not YAML',
    caughtBy: 'RE-12',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('unfinished') ? crash : honest(asked),
  },
  {
    name: 'changes-its-mind',
    class: 'sequence',
    defect: 'returns the opposite verdict every second time',
    caughtBy: 'RE-08',
    commit: (honest) => {
      let count = 0;
      return answering((reply) => {
        count += 1;
        return count % 2 === 0 ? verdict(bodyOf(reply)['satisfiesPolicy'] !== true, ['turned']) : reply;
      })(honest);
    },
  },
  {
    name: 'grows-weary',
    class: 'state over time',
    defect: 'returns positive verdicts after some time',
    caughtBy: 'RE-08',
    commit: (honest) => {
      let count = 0;
      return answering((reply) => {
        count += 1;
        return count > 8 ? verdict(false, ['the quota is used up']) : reply;
      })(honest);
    },
  },
  {
    name: 'collects-errors',
    class: 'state over time',
    defect: 'repeats the errors of earlier resources',
    caughtBy: 'RE-08',
    commit: (honest) => {
      const all: unknown[] = [];
      return resulting((body) => {
        all.push(...(Array.isArray(body['errors']) ? body['errors'] : []));
        return { ...body, errors: [...all] };
      })(honest);
    },
  },
  {
    name: 'keeps-results-by-id',
    class: 'identity and isolation',
    defect: 'returns the first result of an id, whatever the content is',
    caughtBy: 'RE-10',
    commit: keeping((asked) => String(textIn(asked, 'resourceId'))),
  },
  {
    name: 'satisfied-by-what-it-cannot-read',
    class: 'cross-field meaning',
    defect: 'requires a description, and reports unparseable content as compliant',
    caughtBy: 'RE-12',
    commit: (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('unfinished') ? verdict(true) : honest(asked),
  },
];
