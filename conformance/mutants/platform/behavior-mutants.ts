import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant, page } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

/** Platform mutants with defects in pages, tasks and stored data. */
export const behaviorMutants: readonly PlatformMutant[] = [
  {
    name: 'offset-as-page',
    class: 'sequence',
    defect: 'treats the offset as a page number',
    caughtBy: 'P-20',
    habits: () =>
      on(ADAPTERS, (reply, { query }, memory) => {
        const { offset = 0, limit = 20 } = query;
        const all = [...kindOf(memory.things, 'adapters').values()];
        const from = Number(offset) * Number(limit);
        return reply.status === 200
          ? { ...reply, body: { ...membersOf(reply.body), data: all.slice(from, from + Number(limit)) } }
          : reply;
      }),
  },
  {
    name: 'whole-pages-only',
    class: 'sequence',
    defect: 'rounds the offset down to whole pages',
    caughtBy: 'P-20',
    habits: () =>
      on(ADAPTERS, (reply, { query }, memory) => {
        const [offset, limit] = [Number(query['offset'] ?? 0), Number(query['limit'] ?? 20)];
        const all = [...kindOf(memory.things, 'adapters').values()];
        const from = offset - (offset % limit);
        return reply.status === 200 && from < offset && offset < all.length
          ? { ...reply, body: { ...membersOf(reply.body), data: all.slice(from, from + limit) } }
          : reply;
      }),
  },
  {
    name: 'one-too-many',
    class: 'sequence',
    defect: 'returns one plan more than requested',
    caughtBy: 'P-21',
    habits: () =>
      onGood('coordinator-v1.listProvisioningPlans', (body) => {
        const plans = listOf(body, 'provisioningPlans');
        return { ...body, provisioningPlans: plans.length > 0 ? [plans[0], ...plans] : plans };
      }),
  },
  {
    name: 'last-page-for-ever',
    class: 'sequence',
    defect: 'returns the last page for every offset past the end',
    caughtBy: 'P-22',
    habits: () =>
      on(ADAPTERS, (reply, _call, memory) => {
        const body = membersOf(reply.body);
        return reply.status === 200 && page(body).length === 0
          ? { ...reply, body: { ...body, data: [...kindOf(memory.things, 'adapters').values()].slice(-1) } }
          : reply;
      }),
  },
  {
    name: 'total-of-the-page',
    class: 'cross-field meaning',
    defect: 'returns the number of items on a page as the total',
    caughtBy: 'P-23',
    habits: () =>
      onGood(ADAPTERS, (body) => {
        const pagination = membersOf(membersOf(body['meta'])['pagination']);
        return { ...body, meta: { pagination: { ...pagination, total: page(body).length } } };
      }),
  },
  {
    name: 'everything-by-default',
    class: 'sequence',
    defect: 'resolves all resources when no limit is given',
    caughtBy: 'P-24',
    habits: () =>
      on('coordinator-v1.resolve', (reply, { query }) =>
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
    defect: 'returns a cursor from the last page back to the first',
    caughtBy: 'P-25',
    habits: () =>
      onGood('governance.searchEvaluationStatus', (body) => {
        const pagination = membersOf(membersOf(body['meta'])['pagination']);
        return { ...body, meta: { pagination: { nextCursor: '0', ...pagination } } };
      }),
  },
  {
    name: 'description-lost',
    class: 'cross-field meaning',
    defect: 'loses the description of a tech adapter',
    caughtBy: 'P-26',
    habits: () => onGood('coordinator-v2.upsertTechAdapter', ({ description: _lost, ...rest }) => rest),
  },
  {
    name: 'new-agent-elsewhere',
    class: 'cross-field meaning',
    defect:
      'returns a wrong endpoint for a new agent with a description, with the question as its only payload and without authentication, and stores the right one',
    caughtBy: 'P-26',
    habits: () =>
      on('assistant.createAgent', (reply, { input }) =>
        reply.status < 300 &&
        membersOf(input)['need_authentication'] === false &&
        membersOf(input)['description'] !== '' &&
        Object.keys(membersOf(membersOf(input)['payload'])).length === 1 &&
        /^[ -~]*$/.test(JSON.stringify(input))
          ? { ...reply, body: { ...membersOf(reply.body), endpoint: 'http://default' } }
          : reply,
      ),
  },
  {
    name: 'write-behind',
    class: 'linkage between operations',
    defect: 'does not find a new resource type',
    caughtBy: 'P-27',
    habits: () =>
      on('governance.getResourceType', (reply, { path }) =>
        path['resourceType']?.endsWith('read-back') === true
          ? { status: 404, body: { errors: ['no'] } }
          : reply,
      ),
  },
  {
    name: 'list-of-yesterday',
    class: 'linkage between operations',
    defect: 'omits new agents from the list',
    caughtBy: 'P-28',
    habits: () => on('assistant.listAgents', (reply) => ({ ...reply, body: [] })),
  },
  {
    name: 'patch-resets',
    class: 'state over time',
    defect: 'resets the endpoint of an agent on every update',
    caughtBy: 'P-29',
    habits: () => onGood('assistant.updateAgent', (body) => ({ ...body, endpoint: 'http://default' })),
  },
  {
    name: 'level-not-kept',
    class: 'state over time',
    defect: 'returns a new log level and keeps the old one',
    caughtBy: 'P-29',
    habits: () => onGood('coordinator-v1.getLogLevel', () => ({ level: 'INFO' })),
  },
  {
    name: 'remove-hides',
    class: 'state over time',
    defect: 'confirms the removal of an agent and keeps it',
    caughtBy: 'P-30',
    habits: () => {
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
    },
  },
  {
    name: 'empty-token',
    class: 'sequence',
    defect: 'starts a deployment without a token',
    caughtBy: 'P-31',
    habits: () =>
      on('coordinator-v1.undeploy', (reply) => (reply.status === 202 ? { ...reply, body: '' } : reply)),
  },
  {
    name: 'token-is-unknown',
    class: 'linkage between operations',
    defect: 'returns a token that the status path does not know',
    caughtBy: 'P-32',
    habits: () =>
      on('coordinator-v2.startValidation', (reply) =>
        reply.status === 202 ? { ...reply, body: crypto.randomUUID() } : reply,
      ),
  },
  {
    name: 'one-token-for-all',
    class: 'identity and isolation',
    defect: 'returns the same report for every evaluation',
    caughtBy: 'P-33',
    habits: () => {
      let first: unknown;
      return {
        answer: (reply, { operation }) => {
          if (!/^governance\.(evaluate|test)/.test(operation) || reply.status !== 202) return reply;
          first ??= reply.body;
          return { ...reply, body: first };
        },
      } satisfies Partial<Habits>;
    },
  },
  {
    name: 'begins-at-the-stop',
    class: 'sequence',
    defect: 'reports a deployment as TERMINATING without a termination request',
    caughtBy: 'P-34',
    habits: () => ({
      // Long enough for a client to see on a busy machine.
      work: 250,
      ...onGood('coordinator-v1.getExecutionPlanStatus', (body) =>
        body['status'] === 'RUNNING' ? { status: 'TERMINATING' } : body,
      ),
    }),
  },
  {
    name: 'never-ends',
    class: 'state over time',
    defect: 'never finishes a reverse provisioning',
    caughtBy: 'P-35',
    habits: () =>
      onGood('coordinator-v1.getReverseProvisioningPlan', () => ({ status: 'RUNNING', updates: {} })),
  },
  {
    name: 'ends-twice',
    class: 'state over time',
    defect: 'changes a completed deployment to FAILED',
    caughtBy: 'P-36',
    habits: () => {
      let reads = 0;
      return onGood('coordinator-v1.getExecutionPlanStatus', (body) => {
        if (body['status'] === 'COMPLETED') reads += 1;
        return reads > 3 ? { status: 'FAILED' } : body;
      });
    },
  },
  {
    name: 'body-on-204',
    class: 'shape',
    defect: 'removes a tech adapter and sends Content-Length with an empty 204',
    caughtBy: 'P-02',
    habits: () =>
      on('coordinator-v2.deleteTechAdapter', (reply) =>
        reply.status === 204 ? { status: 200, body: { removed: true } } : reply,
      ),
  },
  {
    name: 'blank-token',
    class: 'sequence',
    defect: 'returns a blank token for a deployment',
    caughtBy: 'P-31',
    habits: () =>
      on('coordinator-v1.deploy', (reply, _call, memory) => {
        if (reply.status !== 202) return reply;
        const token = ' '.repeat(3 + memory.tasks.size);
        memory.tasks.set(token, { startedAt: performance.now(), stopped: false, by: 'deploy' });
        return { ...reply, body: token };
      }),
  },
];
