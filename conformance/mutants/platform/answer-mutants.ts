import { membersOf } from './asked.ts';
import { ADAPTERS, createdFor, on, onGood, type PlatformMutant, taking } from './habits.ts';

/** Platform mutants with defects in response formats, rejections and names. */
export const answerMutants: readonly PlatformMutant[] = [
  {
    name: 'no-statistics',
    class: 'shape',
    defect: 'does not serve the statistics of the policies that fail most often',
    caughtBy: 'P-01',
    habits: () =>
      on('governance.getTopFailedPolicies', () => ({ status: 404, body: { errors: ['no route'] } })),
  },
  {
    name: 'good-preview-fails',
    class: 'shape',
    defect: 'crashes on a valid preview',
    caughtBy: 'P-01',
    habits: () =>
      on('coordinator-v2.previewProvisioning', () => ({ status: 500, body: { error: 'broken' } })),
  },
  {
    name: 'registered-with-201',
    class: 'shape',
    defect: 'returns 201 for the registration of an adapter',
    caughtBy: 'P-02',
    habits: () => createdFor('builder.registerTechAdapter'),
  },
  {
    name: 'unprocessable',
    class: 'negatives',
    defect: 'rejects an incomplete policy with 422',
    caughtBy: 'P-11',
    habits: () =>
      on('governance.createPolicy', (reply) =>
        reply.status === 400 ? { status: 422, body: { errors: ['incomplete'] } } : reply,
      ),
  },
  {
    name: 'page-without-meta',
    class: 'shape',
    defect: 'omits the pagination fields of a page',
    caughtBy: 'P-03',
    habits: () => onGood(ADAPTERS, ({ meta: _meta, ...rest }) => rest),
  },
  {
    name: 'plan-state-of-its-own',
    class: 'shape',
    defect: 'reports the terminal state of a plan as DONE',
    caughtBy: 'P-03',
    habits: () => onGood('coordinator-v1.getProvisioningPlanStatus', () => ({ status: 'DONE' })),
  },
  {
    name: 'failures-as-text',
    class: 'shape',
    defect: 'returns the number of failures of a policy as a string',
    caughtBy: 'P-03',
    habits: () =>
      onGood('governance.getTopFailedPolicies', ({ data }) => ({
        data: Array.isArray(data)
          ? data.map((one) => ({ ...membersOf(one), failures: String(membersOf(one)['failures']) }))
          : data,
      })),
  },
  {
    name: 'errors-as-text',
    class: 'shape',
    defect: 'returns one string instead of a list for an unknown resource',
    caughtBy: 'P-04',
    habits: () =>
      on('coordinator-v2.getTechAdapter', (reply) =>
        reply.status === 404 ? { ...reply, body: { errors: 'unknown' } } : reply,
      ),
  },
  {
    name: 'assistant-errors-of-others',
    class: 'shape',
    defect: 'rejects a chat in the error shape of another API',
    caughtBy: 'P-04',
    habits: () =>
      on('assistant.chat', (reply) =>
        reply.status === 400 ? { ...reply, body: { errors: ['no query'] } } : reply,
      ),
  },
  {
    name: 'log-level-as-text',
    class: 'shape',
    defect: 'returns the log level as plain text',
    caughtBy: 'P-05',
    habits: () =>
      on('coordinator-v1.getLogLevel', (reply) => ({
        ...reply,
        headers: { 'content-type': 'text/plain' },
      })),
  },
  {
    name: 'removal-announces-a-body',
    class: 'shape',
    defect: 'sends Content-Length with the 204 of a removal',
    caughtBy: 'P-06',
    habits: () =>
      on('assistant.deleteAgent', (reply) =>
        reply.status === 204 ? { ...reply, headers: { 'content-length': '2' } } : reply,
      ),
  },
  {
    name: 'stack-trace',
    class: 'shape',
    defect: 'names source files when it rejects a body',
    caughtBy: 'P-07',
    habits: () =>
      on('governance.evaluate', (reply) =>
        reply.status === 400
          ? { ...reply, body: { errors: ['bad body\n    at Evaluator.read (evaluator.js:12:7)'] } }
          : reply,
      ),
  },
  {
    name: 'slow-list',
    class: 'promptness',
    defect: 'takes a long time for a list of agents',
    caughtBy: 'P-08',
    habits: () =>
      on('assistant.listAgents', async (reply) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        return reply;
      }),
  },
  {
    name: 'slow-start',
    class: 'promptness',
    defect: 'responds to a validation only after the work',
    caughtBy: 'P-08',
    habits: () =>
      on('coordinator-v2.startValidation', async (reply) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        return reply;
      }),
  },
  {
    name: 'adapter-without-name',
    class: 'negatives',
    defect: 'accepts a tech adapter without a name',
    caughtBy: 'P-11',
    habits: () =>
      taking(
        'coordinator-v2.upsertTechAdapter',
        ({ input }) => !('name' in Object(input)) && 'id' in Object(input),
      ),
  },
  {
    name: 'any-severity',
    class: 'negatives',
    defect: 'accepts a policy with an unknown severity',
    caughtBy: 'P-11',
    habits: () =>
      taking('governance.createPolicy', ({ input }) => {
        const severity: unknown = Object(input).severity;
        return typeof severity === 'string' && !/^(info|warning|error)$/.test(severity);
      }),
  },
  {
    name: 'broken-json',
    class: 'negatives',
    defect: 'crashes on malformed JSON',
    caughtBy: 'P-12',
    habits: () => ({
      refuse: (_call, faults, isJson) => (isJson ? faults : ['json']),
      answer: (reply, call) =>
        call.operation === 'governance.registerResources' && call.input === undefined && reply.status === 400
          ? { status: 500, body: { error: 'unexpected end of input' } }
          : reply,
    }),
  },
  {
    name: 'any-media-type',
    class: 'negatives',
    defect: 'crashes on a body of another media type',
    caughtBy: 'P-13',
    habits: () =>
      on('builder.registerTechAdapter', (reply) =>
        reply.status === 415 ? { status: 500, body: { error: 'no reader for this type' } } : reply,
      ),
  },
  {
    name: 'resolve-anywhere',
    class: 'negatives',
    defect: 'resolves without an environment',
    caughtBy: 'P-14',
    habits: () => taking('coordinator-v1.resolve', ({ query }) => !('environment' in query)),
  },
  {
    name: 'no-highest-limit',
    class: 'negatives',
    defect: 'resolves more than fifty resources at a time',
    caughtBy: 'P-14',
    habits: () => taking('coordinator-v1.resolve', ({ query }) => Number(query['limit']) > 50),
  },
  {
    name: 'any-order',
    class: 'negatives',
    defect: 'accepts any word as the order of plans',
    caughtBy: 'P-14',
    habits: () => taking('coordinator-v1.listProvisioningPlans', ({ query }) => 'ordering' in query),
  },
  {
    name: 'unknown-is-empty',
    class: 'identity and isolation',
    defect: 'returns an empty object for an unknown agent',
    caughtBy: 'P-15',
    habits: () =>
      on('assistant.getAgent', (reply) => (reply.status === 404 ? { status: 200, body: {} } : reply)),
  },
  {
    name: 'unknown-report-breaks',
    class: 'identity and isolation',
    defect: 'crashes on the report of an unknown evaluation',
    caughtBy: 'P-15',
    habits: () =>
      on('governance.getEvaluationReport', (reply) =>
        reply.status === 404 ? { status: 500, body: { error: 'null' } } : reply,
      ),
  },
  {
    name: 'any-method',
    class: 'negatives',
    defect: 'serves its paths with every method',
    caughtBy: 'P-16',
    habits: () => ({ anyMethod: true }),
  },
  {
    name: 'answers-once',
    class: 'state over time',
    defect: 'returns the configuration of its model only once',
    caughtBy: 'P-17',
    habits: () => {
      let reads = 0;
      return on('assistant.getLlmConfig', (reply) => {
        reads += 1;
        return reads > 1 ? { status: 404, body: { detail: 'gone' } } : reply;
      });
    },
  },
  {
    name: 'previews-once',
    class: 'state over time',
    defect: 'returns a preview without its fields for a repeated request',
    caughtBy: 'P-17',
    habits: () => {
      const known = new Set<unknown>();
      return on('coordinator-v2.previewProvisioning', (reply, { path, query, input }) => {
        const isKnown = known.size === known.add(JSON.stringify([path, query, input])).size;
        return isKnown && reply.status === 200 ? { status: 200, body: [] } : reply;
      });
    },
  },
  {
    name: 'validates-nothing',
    class: 'negatives',
    defect: 'reports a validation without a descriptor as valid',
    caughtBy: 'P-11',
    habits: () =>
      taking(
        'coordinator-v1.validateDescriptor',
        ({ input }) => typeof input === 'object' && input !== null && !Array.isArray(input),
      ),
  },
  {
    name: 'half-a-body',
    class: 'negatives',
    defect: 'treats malformed JSON as a validation',
    caughtBy: 'P-12',
    habits: () => ({
      refuse: ({ operation }, faults, isJson) =>
        operation === 'coordinator-v1.validateDescriptor' && !isJson ? [] : faults,
    }),
  },
];
