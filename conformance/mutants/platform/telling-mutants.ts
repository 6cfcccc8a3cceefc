import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { on, onGood, type PlatformMutant, page } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

const STATUS = 'governance.updateEvaluationStatus';
const HOUR = 60 * 60_000;

/** Platform mutants that report or keep wrong values for what a client has set. */
export const tellingMutants: readonly PlatformMutant[] = [
  mutant('P-03', 'returns another word for the registration of an adapter', () =>
    on('builder.registerTechAdapter', (reply) =>
      reply.status === 200 ? { ...reply, body: 'registered' } : reply,
    ),
  ),
  mutant('P-43', 'reports every schedule as daily', () =>
    scheduling((told) => ({ ...told, frequency: '0 0 6 * * ?' })),
  ),
  mutant('P-43', 'ignores the days of a tolerance window', () =>
    scheduling((told) =>
      /^P\d+D$/.test(String(told['toleranceWindowLength']))
        ? { ...told, acceptableResultTimeLimit: told['expectedResultTime'] }
        : told,
    ),
  ),
  mutant('P-43', 'computes daily deadlines an hour later than in UTC', () =>
    scheduling((told) =>
      String(told['frequency']).endsWith('* * ?')
        ? {
            ...told,
            expectedResultTime: later(told['expectedResultTime']),
            acceptableResultTimeLimit: later(told['acceptableResultTimeLimit']),
          }
        : told,
    ),
  ),
  mutant('P-63', 'keeps one latest result of a resource for all policies', () => {
    const known = new Map<unknown, unknown>();
    return onGood(STATUS, (body, { path, query }) => {
      const key = `${path['externalId']} ${String(query['environment'])}`;
      if (body['lastResultId'] !== undefined) known.set(key, body['lastResultId']);
      return known.has(key) ? { ...body, lastResultId: known.get(key) } : body;
    });
  }),
  mutant('P-27', 'reports results in another environment than the one of the push', () =>
    onGood('governance.searchEvaluationStatus', (body) => ({
      ...body,
      data: page(body)
        .map(membersOf)
        .map((one) => {
          const identifier = membersOf(one['identifier']);
          const inner = { ...membersOf(identifier['resourceIdentifier']), environment: 'production' };
          return { ...one, identifier: { ...identifier, resourceIdentifier: inner } };
        }),
    })),
  ),
  mutant('P-60', 'distinguishes descriptors by another field than the documented one', () =>
    onGood('governance.getResourceType', (body) => ({
      ...body,
      descriptorConfiguration: { ...membersOf(body['descriptorConfiguration']), resourceFilterField: 'id' },
    })),
  ),
  mutant('P-26', 'stores resource types under lower-case names', () =>
    on('governance.upsertResourceType', (reply, _call, { things }) => {
      const body = membersOf(reply.body);
      const name = String(body['name']).toLowerCase();
      if (reply.status !== 200 || name === body['name']) return reply;
      kindOf(things, 'types').set(name, { ...body, name });
      return { ...reply, body: { ...body, name } };
    }),
  ),
  mutant('P-29', 'resets the log level after it was read once', () =>
    on('coordinator-v1.getLogLevel', (reply, _call, memory) => {
      memory.level = 'INFO';
      return reply;
    }),
  ),
  mutant('P-64', 'changes a replaced metric to draft', () =>
    on('governance.updateMetric', (reply, { path }, { entities }) => {
      const entity = entities.get(path['id'] ?? '');
      if (reply.status !== 200 || entity === undefined) return reply;
      entity['status'] = 'draft';
      return { ...reply, body: { ...entity } };
    }),
  ),
  mutant('P-63', 'returns agents as they were created', () => {
    const made = new Map<unknown, unknown>();
    return {
      answer(reply, { operation }) {
        const { id } = membersOf(reply.body);
        if (operation === 'assistant.createAgent' && reply.status === 201)
          made.set(id, membersOf(reply.body));
        if (operation !== 'assistant.listAgents' || !Array.isArray(reply.body)) return reply;
        return { ...reply, body: reply.body.map((one: unknown) => made.get(membersOf(one)['id']) ?? one) };
      },
    } satisfies Partial<Habits>;
  }),
];

function later(time: unknown): string {
  return new Date(Date.parse(String(time)) + HOUR).toISOString();
}

/** Changes the result schedules. */
function scheduling(change: (told: Body) => Body): Partial<Habits> {
  return onGood(STATUS, (body) =>
    body['resultScheduling'] === undefined
      ? body
      : { ...body, resultScheduling: change(membersOf(body['resultScheduling'])) },
  );
}
