import { mutant } from '../mutant.ts';
import { on, type PlatformMutant, taking } from './habits.ts';

/** Platform mutants with defects in response formats, rejections and names. */
export const answerMutants: readonly PlatformMutant[] = [
  mutant('P-01', 'does not serve the statistics of the policies that fail most often', () =>
    on('governance.getTopFailedPolicies', () => ({ status: 404, body: { errors: ['no route'] } })),
  ),
  mutant('P-01', 'crashes on a valid preview', () =>
    on('coordinator-v2.previewProvisioning', () => ({ status: 500, body: { error: 'broken' } })),
  ),
  mutant('P-04', 'returns the errors of a validation request as one string', () =>
    on('coordinator-v1.validateDescriptor', (reply) =>
      reply.status === 400 ? { ...reply, body: { errors: 'no descriptor' } } : reply,
    ),
  ),
  mutant('P-14', 'accepts any word as the order of plans', () =>
    taking('coordinator-v1.listProvisioningPlans', ({ query }) => 'ordering' in query),
  ),
  mutant('P-16', 'serves its paths with every method', () => ({ anyMethod: true })),
  mutant('P-17', 'returns the configuration of its model only once', () => {
    let reads = 0;
    return on('assistant.getLlmConfig', (reply) => {
      reads += 1;
      return reads > 1 ? { status: 404, body: { detail: 'gone' } } : reply;
    });
  }),
  mutant('P-17', 'returns a preview without its fields for a repeated request', () => {
    const known = new Set<unknown>();
    return on('coordinator-v2.previewProvisioning', (reply, { path, query, input }) => {
      const isKnown = known.size === known.add(JSON.stringify([path, query, input])).size;
      return isKnown && reply.status === 200 ? { status: 200, body: [] } : reply;
    });
  }),
];
