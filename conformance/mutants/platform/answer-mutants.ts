import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { ADAPTERS, createdFor, on, onGood, type PlatformMutant, taking } from './habits.ts';

/** Platform mutants with defects in response formats, rejections and names. */
export const answerMutants: readonly PlatformMutant[] = [
  mutant('P-01', 'does not serve the statistics of the policies that fail most often', () =>
    on('governance.getTopFailedPolicies', () => ({ status: 404, body: { errors: ['no route'] } })),
  ),
  mutant('P-01', 'crashes on a valid preview', () =>
    on('coordinator-v2.previewProvisioning', () => ({ status: 500, body: { error: 'broken' } })),
  ),
  mutant('P-02', 'returns 201 for the registration of an adapter', () =>
    createdFor('builder.registerTechAdapter'),
  ),
  mutant('P-11', 'rejects an incomplete policy with 422', () =>
    on('governance.createPolicy', (reply) =>
      reply.status === 400 ? { status: 422, body: { errors: ['incomplete'] } } : reply,
    ),
  ),
  mutant('P-03', 'omits the pagination fields of a page', () =>
    onGood(ADAPTERS, ({ meta: _meta, ...rest }) => rest),
  ),
  mutant('P-03', 'reports the terminal state of a plan as DONE', () =>
    onGood('coordinator-v1.getProvisioningPlanStatus', () => ({ status: 'DONE' })),
  ),
  mutant('P-03', 'returns the number of failures of a policy as a string', () =>
    onGood('governance.getTopFailedPolicies', ({ data }) => ({
      data: Array.isArray(data)
        ? data.map((one) => ({ ...membersOf(one), failures: String(membersOf(one)['failures']) }))
        : data,
    })),
  ),
  mutant('P-04', 'returns one string instead of a list for an unknown resource', () =>
    on('coordinator-v2.getTechAdapter', (reply) =>
      reply.status === 404 ? { ...reply, body: { errors: 'unknown' } } : reply,
    ),
  ),
  mutant('P-04', 'rejects a chat in the error shape of another API', () =>
    on('assistant.chat', (reply) =>
      reply.status === 400 ? { ...reply, body: { errors: ['no query'] } } : reply,
    ),
  ),
  mutant('P-05', 'returns the log level as plain text', () =>
    on('coordinator-v1.getLogLevel', (reply) => ({
      ...reply,
      headers: { 'content-type': 'text/plain' },
    })),
  ),
  mutant('P-06', 'sends Content-Length with the 204 of a removal', () =>
    on('assistant.deleteAgent', (reply) =>
      reply.status === 204 ? { ...reply, headers: { 'content-length': '2' } } : reply,
    ),
  ),
  mutant('P-07', 'names source files when it rejects a body', () =>
    on('governance.evaluate', (reply) =>
      reply.status === 400
        ? { ...reply, body: { errors: ['bad body\n    at Evaluator.read (evaluator.js:12:7)'] } }
        : reply,
    ),
  ),
  mutant('P-08', 'takes a long time for a list of agents', () =>
    on('assistant.listAgents', async (reply) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return reply;
    }),
  ),
  mutant('P-08', 'responds to a validation only after the work', () =>
    on('coordinator-v2.startValidation', async (reply) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return reply;
    }),
  ),
  mutant('P-11', 'accepts a tech adapter without a name', () =>
    taking(
      'coordinator-v2.upsertTechAdapter',
      ({ input }) => !('name' in Object(input)) && 'id' in Object(input),
    ),
  ),
  mutant('P-11', 'accepts a policy with an unknown severity', () =>
    taking('governance.createPolicy', ({ input }) => {
      const severity: unknown = Object(input).severity;
      return typeof severity === 'string' && !/^(info|warning|error)$/.test(severity);
    }),
  ),
  mutant('P-12', 'crashes on malformed JSON', () => ({
    refuse: (_call, faults, isJson) => (isJson ? faults : ['json']),
    answer: (reply, call) =>
      call.operation === 'governance.registerResources' && call.input === undefined && reply.status === 400
        ? { status: 500, body: { error: 'unexpected end of input' } }
        : reply,
  })),
  mutant('P-13', 'crashes on a body of another media type', () =>
    on('builder.registerTechAdapter', (reply) =>
      reply.status === 415 ? { status: 500, body: { error: 'no reader for this type' } } : reply,
    ),
  ),
  mutant('P-14', 'resolves without an environment', () =>
    taking('coordinator-v1.resolve', ({ query }) => !('environment' in query)),
  ),
  mutant('P-14', 'resolves more than fifty resources at a time', () =>
    taking('coordinator-v1.resolve', ({ query }) => Number(query['limit']) > 50),
  ),
  mutant('P-14', 'accepts any word as the order of plans', () =>
    taking('coordinator-v1.listProvisioningPlans', ({ query }) => 'ordering' in query),
  ),
  mutant('P-15', 'returns an empty object for an unknown agent', () =>
    on('assistant.getAgent', (reply) => (reply.status === 404 ? { status: 200, body: {} } : reply)),
  ),
  mutant('P-15', 'crashes on the report of an unknown evaluation', () =>
    on('governance.getEvaluationReport', (reply) =>
      reply.status === 404 ? { status: 500, body: { error: 'null' } } : reply,
    ),
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
  mutant('P-11', 'reports a validation without a descriptor as valid', () =>
    taking(
      'coordinator-v1.validateDescriptor',
      ({ input }) => typeof input === 'object' && input !== null && !Array.isArray(input),
    ),
  ),
  mutant('P-12', 'treats malformed JSON as a validation', () => ({
    refuse: ({ operation }, faults, isJson) =>
      operation === 'coordinator-v1.validateDescriptor' && !isJson ? [] : faults,
  })),
];
