import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { on, onGood, type PlatformMutant, taking } from './habits.ts';
import { kindOf } from './memory.ts';

/** Platform mutants that fail to store an item again, change its neighbors, or report it in a wrong format. */
export const replacingMutants: readonly PlatformMutant[] = [
  mutant('P-03', 'returns the creation time of a policy without an offset', () =>
    onGood('governance.createPolicy', (body) => ({
      ...body,
      creationTime: String(body['creationTime']).replace('Z', ''),
    })),
  ),
  mutant('P-62', 'confirms the second version of an adapter and keeps the first', () =>
    on('coordinator-v2.getTechAdapter', (reply) => {
      const body = membersOf(reply.body);
      return body['description'] === 'the second'
        ? { ...reply, body: { ...body, description: 'the first', version: '1.0.0' } }
        : reply;
    }),
  ),
  mutant('P-62', 'rejects a resource type that exists', () =>
    on('governance.upsertResourceType', (reply, { input }) =>
      reply.status === 200 && membersOf(input)['displayName'] === 'The second'
        ? { status: 400, body: { errors: ['there is one of this name'] } }
        : reply,
    ),
  ),
  mutant('P-63', 'deactivates all agents with one of them', () =>
    on('assistant.updateAgent', (reply, { input }, memory) => {
      const { active } = membersOf(input);
      if (reply.status !== 200 || active !== false) return reply;
      for (const agent of kindOf(memory.things, 'agents').values()) agent['active'] = active;
      return reply;
    }),
  ),
  mutant('P-64', 'returns the new policy and keeps the old one', () =>
    on('governance.updatePolicy', (reply, { path }, memory) => {
      const entity = memory.entities.get(path['id'] ?? '');
      if (reply.status === 200 && entity !== undefined) entity['description'] = 'As before.';
      return reply;
    }),
  ),
  mutant('P-65', 'reports every validation as finished', () =>
    on('coordinator-v2.getValidationStatus', (reply, { path }, memory) =>
      memory.plans.some(({ token }) => token === path['token'])
        ? { status: 200, body: { status: 'COMPLETED' } }
        : reply,
    ),
  ),
  mutant('P-25', 'returns no cursor after the second page', () =>
    onGood('governance.searchEvaluationStatus', (body, { input }) => {
      const asked = membersOf(membersOf(membersOf(input)['resultOptions'])['pagination'])['cursor'];
      const { nextCursor: _, ...pagination } = membersOf(membersOf(body['meta'])['pagination']);
      return asked === undefined ? body : { ...body, meta: { pagination } };
    }),
  ),
  mutant('P-56', 'replaces only the known settings of a deployment', () =>
    onGood('coordinator-v2.getTechAdapterDeployment', ({ properties: _, ...body }) => body),
  ),
  mutant('P-40', 'rejects a schedule of a policy with a wildcard field', () =>
    on('governance.createPolicy', (reply, { input }) =>
      String(membersOf(input)['cronExpression'] ?? '').includes('*')
        ? { status: 400, body: { errors: ['cronExpression: * is not allowed'] } }
        : reply,
    ),
  ),
  mutant('P-25', 'skips an entry between two pages', () =>
    onGood('governance.searchEvaluationStatus', (body) => {
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      const next = pagination['nextCursor'] === '1' ? { nextCursor: '2' } : {};
      return { ...body, meta: { pagination: { ...pagination, ...next } } };
    }),
  ),
  mutant('P-14', 'accepts any word as a log level', () => ({
    ...taking('coordinator-v1.setLogLevel', () => true),
    answer: (reply, { operation, path }, memory) => {
      if (operation !== 'coordinator-v1.setLogLevel' || path['level'] !== 'not-in-the-contract') return reply;
      memory.level = 'INFO';
      return { status: 200, body: { level: 'INFO' } };
    },
  })),
  mutant('P-40', 'rejects a request to infer target states', () =>
    on('coordinator-v2.previewProvisioning', (reply, { input, query }) => {
      const { targetStatus } = membersOf(input);
      const isPart = Array.isArray(targetStatus) && targetStatus.length < 2;
      return isPart && query['autofill-target-status'] === true
        ? { status: 400, body: { errors: ['a component has no target status'] } }
        : reply;
    }),
  ),
  mutant('P-36', 'terminates finished plans', () =>
    on('coordinator-v1.terminateExecutionPlan', (reply, { path }, memory) => {
      const task = memory.tasks.get(path['token'] ?? '');
      if (task !== undefined) task.stopped = true;
      return reply;
    }),
  ),
  mutant('P-42', 'loses the origin of a derived resource', () =>
    onGood('governance.getResource', ({ originExternalId: _lost, ...rest }) => rest),
  ),
];
