import { membersOf } from './asked.ts';
import { on, onGood, type PlatformMutant, taking } from './habits.ts';
import { kindOf } from './memory.ts';

/** Platform mutants that fail to store an item again, change its neighbors, or report it in a wrong format. */
export const replacingMutants: readonly PlatformMutant[] = [
  {
    name: 'times-without-a-zone',
    class: 'shape',
    defect: 'returns the creation time of a policy without an offset',
    caughtBy: 'P-61',
    habits: () =>
      onGood('governance.createPolicy', (body) => ({
        ...body,
        creationTime: String(body['creationTime']).replace('Z', ''),
      })),
  },
  {
    name: 'first-one-stays',
    class: 'state over time',
    defect: 'confirms the second version of an adapter and keeps the first',
    caughtBy: 'P-62',
    habits: () =>
      on('coordinator-v2.getTechAdapter', (reply) => {
        const body = membersOf(reply.body);
        return body['description'] === 'the second'
          ? { ...reply, body: { ...body, description: 'the first', version: '1.0.0' } }
          : reply;
      }),
  },
  {
    name: 'type-taken',
    class: 'state over time',
    defect: 'rejects a resource type that exists',
    caughtBy: 'P-62',
    habits: () =>
      on('governance.upsertResourceType', (reply, { input }) =>
        reply.status === 200 && membersOf(input)['displayName'] === 'The second'
          ? { status: 400, body: { errors: ['there is one of this name'] } }
          : reply,
      ),
  },
  {
    name: 'changes-all-agents',
    class: 'identity and isolation',
    defect: 'deactivates all agents with one of them',
    caughtBy: 'P-63',
    habits: () =>
      on('assistant.updateAgent', (reply, { input }, memory) => {
        const { active } = membersOf(input);
        if (reply.status !== 200 || active !== false) return reply;
        for (const agent of kindOf(memory.things, 'agents').values()) agent['active'] = active;
        return reply;
      }),
  },
  {
    name: 'replaced-in-words',
    class: 'linkage between operations',
    defect: 'returns the new policy and keeps the old one',
    caughtBy: 'P-64',
    habits: () =>
      on('governance.updatePolicy', (reply, { path }, memory) => {
        const entity = memory.entities.get(path['id'] ?? '');
        if (reply.status === 200 && entity !== undefined) entity['description'] = 'As before.';
        return reply;
      }),
  },
  {
    name: 'any-token-will-do',
    class: 'identity and isolation',
    defect: 'reports every validation as finished',
    caughtBy: 'P-65',
    habits: () =>
      on('coordinator-v2.getValidationStatus', (reply, { path }, memory) =>
        memory.plans.some(({ token }) => token === path['token'])
          ? { status: 200, body: { status: 'COMPLETED' } }
          : reply,
      ),
  },
  {
    name: 'cursor-forgotten',
    class: 'sequence',
    defect: 'returns no cursor after the second page',
    caughtBy: 'P-25',
    habits: () =>
      onGood('governance.searchEvaluationStatus', (body, { input }) => {
        const asked = membersOf(membersOf(membersOf(input)['resultOptions'])['pagination'])['cursor'];
        const { nextCursor: _, ...pagination } = membersOf(membersOf(body['meta'])['pagination']);
        return asked === undefined ? body : { ...body, meta: { pagination } };
      }),
  },
  {
    name: 'settings-of-others-dropped',
    class: 'linkage between operations',
    defect: 'replaces only the known settings of a deployment',
    caughtBy: 'P-56',
    habits: () => onGood('coordinator-v2.getTechAdapterDeployment', ({ properties: _, ...body }) => body),
  },
  {
    name: 'star-refused',
    class: 'negatives',
    defect: 'rejects a schedule of a policy with a wildcard field',
    caughtBy: 'P-40',
    habits: () =>
      on('governance.createPolicy', (reply, { input }) =>
        String(membersOf(input)['cronExpression'] ?? '').includes('*')
          ? { status: 400, body: { errors: ['cronExpression: * is not allowed'] } }
          : reply,
      ),
  },
  {
    name: 'cursor-that-skips',
    class: 'sequence',
    defect: 'skips an entry between two pages',
    caughtBy: 'P-25',
    habits: () =>
      onGood('governance.searchEvaluationStatus', (body) => {
        const pagination = membersOf(membersOf(body['meta'])['pagination']);
        const next = pagination['nextCursor'] === '1' ? { nextCursor: '2' } : {};
        return { ...body, meta: { pagination: { ...pagination, ...next } } };
      }),
  },
  {
    name: 'token-known-later',
    class: 'linkage between operations',
    defect: 'knows the token of a validation only from the second poll on',
    caughtBy: 'P-32',
    habits: () => {
      const known = new Set<string>();
      return on('coordinator-v2.getValidationStatus', (reply, { path }) => {
        const token = path['token'] ?? '';
        if (reply.status !== 200 || known.has(token)) return reply;
        known.add(token);
        return { status: 400, body: { errors: ['validation operation not found'] } };
      });
    },
  },
  {
    name: 'any-log-level',
    class: 'negatives',
    defect: 'accepts any word as a log level',
    caughtBy: 'P-14',
    habits: () => ({
      ...taking('coordinator-v1.setLogLevel', () => true),
      answer: (reply, { operation, path }, memory) => {
        if (operation !== 'coordinator-v1.setLogLevel' || path['level'] !== 'not-in-the-contract')
          return reply;
        memory.level = 'INFO';
        return { status: 200, body: { level: 'INFO' } };
      },
    }),
  },
  {
    name: 'log-of-nothing',
    class: 'negatives',
    defect: 'returns an empty log for an unknown plan',
    caughtBy: 'P-15',
    habits: () =>
      on('coordinator-v1.getPlanLogs', (reply) => (reply.status === 400 ? { status: 200, body: [] } : reply)),
  },
  {
    name: 'infers-nothing',
    class: 'cross-field meaning',
    defect: 'rejects a request to infer target states',
    caughtBy: 'P-40',
    habits: () =>
      on('coordinator-v2.previewProvisioning', (reply, { input, query }) => {
        const { targetStatus } = membersOf(input);
        const isPart = Array.isArray(targetStatus) && targetStatus.length < 2;
        return isPart && query['autofill-target-status'] === true
          ? { status: 400, body: { errors: ['a component has no target status'] } }
          : reply;
      }),
  },
  {
    name: 'terminates-the-past',
    class: 'state over time',
    defect: 'terminates finished plans',
    caughtBy: 'P-36',
    habits: () =>
      on('coordinator-v1.terminateExecutionPlan', (reply, { path }, memory) => {
        const task = memory.tasks.get(path['token'] ?? '');
        if (task !== undefined) task.stopped = true;
        return reply;
      }),
  },
  {
    name: 'origin-lost',
    class: 'cross-field meaning',
    defect: 'loses the origin of a derived resource',
    caughtBy: 'P-42',
    habits: () => onGood('governance.getResource', ({ originExternalId: _lost, ...rest }) => rest),
  },
];
