import { answering, crash, rewriting, type StatelessMutant, wrapped } from './defects.ts';
import { honestMetric, textIn, verdict } from './engine.ts';
import { engineMutants, keeping, resulting } from './engine-defects.ts';
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
  wrapped(
    'RE-01',
    'wraps the result in an object',
    resulting((body) => ({ result: body })),
  ),
  wrapped(
    'RE-01',
    'rejects resource ids that are not numeric',
    rewriting((reply, asked) =>
      reply.status === 200 && !/^\d+$/.test(String(textIn(asked, 'resourceId')))
        ? {
            status: 400,
            body: { errors: ['resourceId: not a number'], userMessage: 'The id is not a number.' },
          }
        : reply,
    ),
  ),
  wrapped(
    'RE-02',
    'returns 1 and 0 as the verdict',
    resulting((body) => ({ ...body, satisfiesPolicy: Number(body['satisfiesPolicy']) })),
  ),
  wrapped('RE-03', 'returns the value as a string', () =>
    resulting((body) => ({ ...body, value: String(body['value']) }))(honestMetric()),
  ),
  wrapped(
    'RE-04',
    'returns a verdict and a value',
    resulting((body) => ({ ...body, value: 1 })),
  ),
  wrapped(
    'RE-04',
    'returns a verdict for a resource that does not comply, and a value for one that does',
    resulting((body) => (body['satisfiesPolicy'] === true ? { value: 1, errors: [] } : body)),
  ),
  wrapped(
    'RE-12',
    'crashes on content that is not YAML',
    (honest) => (asked) => (String(textIn(asked, 'content')).includes('unfinished') ? crash : honest(asked)),
  ),
  wrapped('RE-08', 'returns the opposite verdict every second time', (honest) => {
    let count = 0;
    return answering((reply) => {
      count += 1;
      return count % 2 === 0 ? verdict(bodyOf(reply)['satisfiesPolicy'] !== true, ['turned']) : reply;
    })(honest);
  }),
  wrapped('RE-08', 'returns positive verdicts after some time', (honest) => {
    let count = 0;
    return answering((reply) => {
      count += 1;
      return count > 8 ? verdict(false, ['the quota is used up']) : reply;
    })(honest);
  }),
  wrapped('RE-08', 'repeats the errors of earlier resources', (honest) => {
    const all: unknown[] = [];
    return resulting((body) => {
      all.push(...(Array.isArray(body['errors']) ? body['errors'] : []));
      return { ...body, errors: [...all] };
    })(honest);
  }),
  wrapped(
    'RE-10',
    'returns the first result of an id, whatever the content is',
    keeping((asked) => String(textIn(asked, 'resourceId'))),
  ),
  wrapped(
    'RE-12',
    'requires a description, and reports unparseable content as compliant',
    (honest) => (asked) =>
      String(textIn(asked, 'content')).includes('unfinished') ? verdict(true) : honest(asked),
  ),
];
