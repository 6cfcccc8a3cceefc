import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { ADAPTERS, on, onGood, type PlatformMutant } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

/** Platform mutants with defects in pages, tasks and stored data. */
export const behaviorMutants: readonly PlatformMutant[] = [
  mutant('P-20', 'treats the offset as a page number', () =>
    on(ADAPTERS, (reply, { query }, memory) => {
      const { offset = 0, limit = 20 } = query;
      const all = [...kindOf(memory.things, 'adapters').values()];
      const from = Number(offset) * Number(limit);
      return reply.status === 200
        ? { ...reply, body: { ...membersOf(reply.body), data: all.slice(from, from + Number(limit)) } }
        : reply;
    }),
  ),
  mutant('P-20', 'rounds the offset down to whole pages', () =>
    on(ADAPTERS, (reply, { query }, memory) => {
      const [offset, limit] = [Number(query['offset'] ?? 0), Number(query['limit'] ?? 20)];
      const all = [...kindOf(memory.things, 'adapters').values()];
      const from = offset - (offset % limit);
      return reply.status === 200 && from < offset && offset < all.length
        ? { ...reply, body: { ...membersOf(reply.body), data: all.slice(from, from + limit) } }
        : reply;
    }),
  ),
  mutant('P-25', 'returns a cursor from the last page back to the first', () =>
    onGood('governance.searchEvaluationStatus', (body) => {
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      return { ...body, meta: { pagination: { nextCursor: '0', ...pagination } } };
    }),
  ),
  mutant('P-26', 'loses the description of a tech adapter', () =>
    onGood('coordinator-v2.upsertTechAdapter', ({ description: _lost, ...rest }) => rest),
  ),
  mutant(
    'P-26',
    'returns a wrong endpoint for a new agent with a description, with the question as its only payload and without authentication, and stores the right one',
    () =>
      on('assistant.createAgent', (reply, { input }) =>
        reply.status < 300 &&
        membersOf(input)['need_authentication'] === false &&
        membersOf(input)['description'] !== '' &&
        Object.keys(membersOf(membersOf(input)['payload'])).length === 1 &&
        /^[ -~]*$/.test(JSON.stringify(input))
          ? { ...reply, body: { ...membersOf(reply.body), endpoint: 'http://default' } }
          : reply,
      ),
  ),
  mutant('P-27', 'does not find a new resource type', () =>
    on('governance.getResourceType', (reply, { path }) =>
      path['resourceType']?.endsWith('read-back') === true
        ? { status: 404, body: { errors: ['no'] } }
        : reply,
    ),
  ),
  mutant('P-28', 'omits new agents from the list', () =>
    on('assistant.listAgents', (reply) => ({ ...reply, body: [] })),
  ),
  mutant('P-29', 'resets the endpoint of an agent on every update', () =>
    onGood('assistant.updateAgent', (body) => ({ ...body, endpoint: 'http://default' })),
  ),
  mutant('P-29', 'returns a new log level and keeps the old one', () =>
    onGood('coordinator-v1.getLogLevel', () => ({ level: 'INFO' })),
  ),
  mutant('P-30', 'confirms the removal of an agent and keeps it', () => {
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
  }),
  mutant('P-02', 'removes a tech adapter and sends Content-Length with an empty 204', () =>
    on('coordinator-v2.deleteTechAdapter', (reply) =>
      reply.status === 204 ? { status: 200, body: { removed: true } } : reply,
    ),
  ),
  mutant('P-31', 'returns a blank token for a deployment', () =>
    on('coordinator-v1.deploy', (reply, _call, memory) => {
      if (reply.status !== 202) return reply;
      const token = ' '.repeat(3 + memory.tasks.size);
      memory.tasks.set(token, { startedAt: performance.now(), stopped: false, by: 'deploy' });
      return { ...reply, body: token };
    }),
  ),
];
