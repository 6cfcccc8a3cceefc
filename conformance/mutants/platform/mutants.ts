import type { Mutant } from '../mutant.ts';
import { kindOf, type Memory, membersOf } from './memory.ts';
import type { Body, Call, Habits, Reply } from './server.ts';

/** A platform with one crime. */
export type PlatformMutant = Omit<Mutant, 'habits'> & { readonly habits: Partial<Habits> };

const on = (
  operation: string,
  change: (reply: Reply, call: Call, memory: Memory) => Reply | Promise<Reply>,
): Partial<Habits> => ({
  answer: (reply, call, memory) => (call.operation === operation ? change(reply, call, memory) : reply),
});
const onGood = (operation: string, change: (body: Body, call: Call) => unknown): Partial<Habits> =>
  on(operation, (reply, call) =>
    reply.status < 300 ? { ...reply, body: change(membersOf(reply.body), call) } : reply,
  );
/** Answers well where it should have refused. */
const taking = (operation: string, what: (call: Call) => boolean): Partial<Habits> => ({
  refuse: (call, faults) => (call.operation === operation && what(call) ? [] : faults),
});
const listOf = (body: Body, name: string): unknown[] => {
  const list = body[name];
  return Array.isArray(list) ? list : [];
};
const page = (body: Body): unknown[] => listOf(body, 'data');
const ADAPTERS = 'coordinator-v2.listTechAdapters';

export const platformMutants: readonly PlatformMutant[] = [
  {
    name: 'no-statistics',
    class: 'shape',
    crime: 'does not serve the statistics of the most failed policies',
    caughtBy: 'P-01',
    habits: on('governance.getTopFailedPolicies', () => ({ status: 404, body: { errors: ['no route'] } })),
  },
  {
    name: 'good-preview-fails',
    class: 'shape',
    crime: 'breaks over a good preview',
    caughtBy: 'P-01',
    habits: on('coordinator-v2.previewProvisioning', () => ({ status: 500, body: { error: 'broken' } })),
  },
  {
    name: 'created-with-200',
    class: 'shape',
    crime: 'answers 200 where an agent was created',
    caughtBy: 'P-02',
    habits: on('assistant.createAgent', (reply) =>
      reply.status === 201 ? { ...reply, status: 200 } : reply,
    ),
  },
  {
    name: 'unprocessable',
    class: 'negatives',
    crime: 'refuses an incomplete policy with 422',
    caughtBy: 'P-11',
    habits: on('governance.createPolicy', (reply) =>
      reply.status === 400 ? { status: 422, body: { errors: ['incomplete'] } } : reply,
    ),
  },
  {
    name: 'page-without-meta',
    class: 'shape',
    crime: 'leaves out what a page says about itself',
    caughtBy: 'P-03',
    habits: onGood(ADAPTERS, ({ meta: _meta, ...rest }) => rest),
  },
  {
    name: 'plan-state-of-its-own',
    class: 'shape',
    crime: 'calls the end of a plan DONE',
    caughtBy: 'P-03',
    habits: onGood('coordinator-v1.getProvisioningPlanStatus', () => ({ status: 'DONE' })),
  },
  {
    name: 'errors-as-text',
    class: 'shape',
    crime: 'tells what is unknown as one text in place of a list',
    caughtBy: 'P-04',
    habits: on('coordinator-v2.getTechAdapter', (reply) =>
      reply.status === 404 ? { ...reply, body: { errors: 'unknown' } } : reply,
    ),
  },
  {
    name: 'assistant-errors-of-others',
    class: 'shape',
    crime: 'refuses a chat in the shape of another API',
    caughtBy: 'P-04',
    habits: on('assistant.chat', (reply) =>
      reply.status === 400 ? { ...reply, body: { errors: ['no query'] } } : reply,
    ),
  },
  {
    name: 'log-level-as-text',
    class: 'shape',
    crime: 'labels the log level as plain text',
    caughtBy: 'P-05',
    habits: on('coordinator-v1.getLogLevel', (reply) => ({
      ...reply,
      headers: { 'content-type': 'text/plain' },
    })),
  },
  {
    name: 'stack-trace',
    class: 'shape',
    crime: 'tells where in the program a body was refused',
    caughtBy: 'P-07',
    habits: on('governance.evaluate', (reply) =>
      reply.status === 400
        ? { ...reply, body: { errors: ['bad body\n    at Evaluator.read (evaluator.js:12:7)'] } }
        : reply,
    ),
  },
  {
    name: 'slow-list',
    class: 'promptness',
    crime: 'takes long for a list of agents',
    caughtBy: 'P-08',
    habits: on('assistant.listAgents', async (reply) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return reply;
    }),
  },
  {
    name: 'slow-start',
    class: 'promptness',
    crime: 'answers a validation only when it is done',
    caughtBy: 'P-08',
    habits: on('coordinator-v2.startValidation', async (reply) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return reply;
    }),
  },
  {
    name: 'adapter-without-name',
    class: 'negatives',
    crime: 'takes a tech adapter without a name',
    caughtBy: 'P-11',
    habits: taking(
      'coordinator-v2.upsertTechAdapter',
      ({ input }) => !('name' in Object(input)) && 'id' in Object(input),
    ),
  },
  {
    name: 'any-severity',
    class: 'negatives',
    crime: 'takes a policy of an unknown severity',
    caughtBy: 'P-11',
    habits: taking('governance.createPolicy', ({ input }) => {
      const severity: unknown = Object(input).severity;
      return typeof severity === 'string' && !/^(info|warning|error)$/.test(severity);
    }),
  },
  {
    name: 'broken-json',
    class: 'negatives',
    crime: 'breaks over malformed JSON',
    caughtBy: 'P-12',
    habits: {
      refuse: (_call, faults, isJson) => (isJson ? faults : ['json']),
      answer: (reply, call) =>
        call.operation === 'governance.registerResources' && call.input === undefined && reply.status === 400
          ? { status: 500, body: { error: 'unexpected end of input' } }
          : reply,
    },
  },
  {
    name: 'any-media-type',
    class: 'negatives',
    crime: 'breaks over a body of another media type',
    caughtBy: 'P-13',
    habits: on('builder.registerTechAdapter', (reply) =>
      reply.status === 415 ? { status: 500, body: { error: 'no reader for this type' } } : reply,
    ),
  },
  {
    name: 'resolve-anywhere',
    class: 'negatives',
    crime: 'resolves without an environment',
    caughtBy: 'P-14',
    habits: taking('coordinator-v1.resolve', ({ query }) => !('environment' in query)),
  },
  {
    name: 'no-highest-limit',
    class: 'negatives',
    crime: 'resolves more than fifty at a time',
    caughtBy: 'P-14',
    habits: taking('coordinator-v1.resolve', ({ query }) => Number(query['limit']) > 50),
  },
  {
    name: 'any-order',
    class: 'negatives',
    crime: 'takes any word for an order of plans',
    caughtBy: 'P-14',
    habits: taking('coordinator-v1.listProvisioningPlans', ({ query }) =>
      /^not/.test(String(query['ordering'])),
    ),
  },
  {
    name: 'unknown-is-empty',
    class: 'identity and isolation',
    crime: 'answers an unknown agent with an empty object',
    caughtBy: 'P-15',
    habits: on('assistant.getAgent', (reply) => (reply.status === 404 ? { status: 200, body: {} } : reply)),
  },
  {
    name: 'unknown-report-breaks',
    class: 'identity and isolation',
    crime: 'breaks over the report of an unknown evaluation',
    caughtBy: 'P-15',
    habits: on('governance.getEvaluationReport', (reply) =>
      reply.status === 404 ? { status: 500, body: { error: 'null' } } : reply,
    ),
  },
  {
    name: 'any-method',
    class: 'negatives',
    crime: 'serves its paths in every method',
    caughtBy: 'P-16',
    habits: { anyMethod: true },
  },
  {
    name: 'answers-once',
    class: 'state over time',
    crime: 'answers for its model to the first who asks only',
    caughtBy: 'P-17',
    habits: (() => {
      let reads = 0;
      return on('assistant.getLlmConfig', (reply) => {
        reads += 1;
        return reads > 1 ? { status: 404, body: { detail: 'gone' } } : reply;
      });
    })(),
  },
  {
    name: 'offset-as-page',
    class: 'sequence',
    crime: 'takes the offset for the number of a page',
    caughtBy: 'P-20',
    habits: on(ADAPTERS, (reply, { query }, memory) => {
      const { offset = 0, limit = 20 } = query;
      const all = [...kindOf(memory.things, 'adapters').values()];
      const from = Number(offset) * Number(limit);
      return reply.status === 200
        ? { ...reply, body: { ...membersOf(reply.body), data: all.slice(from, from + Number(limit)) } }
        : reply;
    }),
  },
  {
    name: 'one-too-many',
    class: 'sequence',
    crime: 'shows one plan more than was asked for',
    caughtBy: 'P-21',
    habits: onGood('coordinator-v1.listProvisioningPlans', (body) => {
      const plans = listOf(body, 'provisioningPlans');
      return { ...body, provisioningPlans: plans.length > 0 ? [plans[0], ...plans] : plans };
    }),
  },
  {
    name: 'last-page-for-ever',
    class: 'sequence',
    crime: 'shows the last page for every offset past the end',
    caughtBy: 'P-22',
    habits: on(ADAPTERS, (reply, _call, memory) => {
      const body = membersOf(reply.body);
      return reply.status === 200 && page(body).length === 0
        ? { ...reply, body: { ...body, data: [...kindOf(memory.things, 'adapters').values()].slice(-1) } }
        : reply;
    }),
  },
  {
    name: 'total-of-the-page',
    class: 'cross-field meaning',
    crime: 'calls the number of items of a page the total',
    caughtBy: 'P-23',
    habits: onGood(ADAPTERS, (body) => {
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      return { ...body, meta: { pagination: { ...pagination, total: page(body).length } } };
    }),
  },
  {
    name: 'everything-by-default',
    class: 'sequence',
    crime: 'resolves everything when no limit is given',
    caughtBy: 'P-24',
    habits: on('coordinator-v1.resolve', (reply, { query }) =>
      reply.status === 200 && query['limit'] === 5 && query['offset'] === 0
        ? {
            ...reply,
            body: {
              ...membersOf(reply.body),
              content: Array.from({ length: 12 }, (_, index) => `id: urn:dmb:dp:x:${index}:1\n`),
            },
          }
        : reply,
    ),
  },
  {
    name: 'cursor-in-a-circle',
    class: 'sequence',
    crime: 'leads from the last page back to the first',
    caughtBy: 'P-25',
    habits: onGood('governance.searchEvaluationStatus', (body) => {
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      return { ...body, meta: { pagination: { nextCursor: '0', ...pagination } } };
    }),
  },
  {
    name: 'description-lost',
    class: 'cross-field meaning',
    crime: 'forgets the description of a tech adapter that it takes',
    caughtBy: 'P-26',
    habits: onGood('coordinator-v2.upsertTechAdapter', ({ description: _lost, ...rest }) => rest),
  },
  {
    name: 'write-behind',
    class: 'linkage between operations',
    crime: 'does not find a resource type that was just created',
    caughtBy: 'P-27',
    habits: on('governance.getResourceType', (reply, { path }) =>
      path['resourceType']?.endsWith('read-back') === true
        ? { status: 404, body: { errors: ['no'] } }
        : reply,
    ),
  },
  {
    name: 'list-of-yesterday',
    class: 'linkage between operations',
    crime: 'leaves new agents out of the list',
    caughtBy: 'P-28',
    habits: on('assistant.listAgents', (reply) => ({ ...reply, body: [] })),
  },
  {
    name: 'patch-resets',
    class: 'state over time',
    crime: 'resets the endpoint of an agent with every change',
    caughtBy: 'P-29',
    habits: onGood('assistant.updateAgent', (body) => ({ ...body, endpoint: 'http://default' })),
  },
  {
    name: 'level-not-kept',
    class: 'state over time',
    crime: 'confirms a log level and keeps the old one',
    caughtBy: 'P-29',
    habits: onGood('coordinator-v1.getLogLevel', () => ({ level: 'INFO' })),
  },
  {
    name: 'remove-hides',
    class: 'state over time',
    crime: 'confirms the removal of an agent that stays',
    caughtBy: 'P-30',
    habits: (() => {
      const kept = new Map<string, Body>();
      return {
        answer: (reply, call, memory) => {
          const agents = kindOf(memory.things, 'agents');
          for (const [id, agent] of agents) kept.set(id, agent);
          const name = call.path['id'] ?? '';
          if (call.operation === 'assistant.deleteAgent' && kept.has(name)) return { status: 204 };
          if (call.operation === 'assistant.getAgent' && kept.has(name))
            return { status: 200, body: kept.get(name) };
          return reply;
        },
      } satisfies Partial<Habits>;
    })(),
  },
  {
    name: 'empty-token',
    class: 'sequence',
    crime: 'starts a deployment without a token',
    caughtBy: 'P-31',
    habits: on('coordinator-v1.undeploy', (reply) => (reply.status === 202 ? { ...reply, body: '' } : reply)),
  },
  {
    name: 'token-of-nobody',
    class: 'linkage between operations',
    crime: 'answers a token that the status path does not know',
    caughtBy: 'P-32',
    habits: on('coordinator-v2.startValidation', (reply) =>
      reply.status === 202 ? { ...reply, body: crypto.randomUUID() } : reply,
    ),
  },
  {
    name: 'one-token-for-all',
    class: 'identity and isolation',
    crime: 'gives every evaluation the same report',
    caughtBy: 'P-33',
    habits: (() => {
      let first: unknown;
      return {
        answer: (reply, { operation }) => {
          if (!/^governance\.(evaluate|test)/.test(operation) || reply.status !== 202) return reply;
          first ??= reply.body;
          return { ...reply, body: first };
        },
      } satisfies Partial<Habits>;
    })(),
  },
  {
    name: 'begins-at-the-stop',
    class: 'sequence',
    crime: 'shows a deployment as terminating before anybody asked for it',
    caughtBy: 'P-34',
    habits: onGood('coordinator-v1.getExecutionPlanStatus', (body) =>
      body['status'] === 'RUNNING' ? { status: 'TERMINATING' } : body,
    ),
  },
  {
    name: 'never-ends',
    class: 'state over time',
    crime: 'never ends a reverse provisioning',
    caughtBy: 'P-35',
    habits: onGood('coordinator-v1.getReverseProvisioningPlan', () => ({ status: 'RUNNING', updates: {} })),
  },
  {
    name: 'ends-twice',
    class: 'state over time',
    crime: 'turns a completed deployment into a failed one',
    caughtBy: 'P-36',
    habits: (() => {
      let reads = 0;
      return onGood('coordinator-v1.getExecutionPlanStatus', (body) => {
        if (body['status'] === 'COMPLETED') reads += 1;
        return reads > 3 ? { status: 'FAILED' } : body;
      });
    })(),
  },
  {
    name: 'body-on-204',
    class: 'shape',
    crime: 'removes a tech adapter and calls a 204 with length what is empty',
    caughtBy: 'P-02',
    habits: on('coordinator-v2.deleteTechAdapter', (reply) =>
      reply.status === 204 ? { status: 200, body: { removed: true } } : reply,
    ),
  },
];
