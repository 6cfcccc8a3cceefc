import { membersOf } from './asked.ts';
import { on, onGood, type PlatformMutant, page } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

const STATUS = 'governance.updateEvaluationStatus';
const HOUR = 60 * 60_000;

/** Platform mutants that report or keep wrong values for what a client has set. */
export const tellingMutants: readonly PlatformMutant[] = [
  {
    name: 'confirms-in-its-own-words',
    class: 'shape',
    defect: 'returns another word for the registration of an adapter',
    caughtBy: 'P-03',
    habits: () =>
      on('builder.registerTechAdapter', (reply) =>
        reply.status === 200 ? { ...reply, body: 'registered' } : reply,
      ),
  },
  {
    name: 'frequency-rounded',
    class: 'cross-field meaning',
    defect: 'reports every schedule as daily',
    caughtBy: 'P-43',
    habits: () => scheduling((told) => ({ ...told, frequency: '0 0 6 * * ?' })),
  },
  {
    name: 'days-cut-off',
    class: 'negatives',
    defect: 'ignores the days of a tolerance window',
    caughtBy: 'P-43',
    habits: () =>
      scheduling((told) =>
        /^P\d+D$/.test(String(told['toleranceWindowLength']))
          ? { ...told, acceptableResultTimeLimit: told['expectedResultTime'] }
          : told,
      ),
  },
  {
    name: 'summer-time',
    class: 'cross-field meaning',
    defect: 'computes daily deadlines an hour later than in UTC',
    caughtBy: 'P-43',
    habits: () =>
      scheduling((told) =>
        String(told['frequency']).endsWith('* * ?')
          ? {
              ...told,
              expectedResultTime: later(told['expectedResultTime']),
              acceptableResultTimeLimit: later(told['acceptableResultTimeLimit']),
            }
          : told,
      ),
  },
  {
    name: 'one-result-for-all',
    class: 'identity and isolation',
    defect: 'keeps one latest result of a resource for all policies',
    caughtBy: 'P-63',
    habits: () => {
      const known = new Map<unknown, unknown>();
      return onGood(STATUS, (body, { path, query }) => {
        const key = `${path['externalId']} ${String(query['environment'])}`;
        if (body['lastResultId'] !== undefined) known.set(key, body['lastResultId']);
        return known.has(key) ? { ...body, lastResultId: known.get(key) } : body;
      });
    },
  },
  {
    name: 'pushed-to-production',
    class: 'identity and isolation',
    defect: 'reports results in another environment than the one of the push',
    caughtBy: 'P-27',
    habits: () =>
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
  },
  {
    name: 'filter-field-of-its-own',
    class: 'cross-field meaning',
    defect: 'distinguishes descriptors by another field than the documented one',
    caughtBy: 'P-60',
    habits: () =>
      onGood('governance.getResourceType', (body) => ({
        ...body,
        descriptorConfiguration: { resourceFilterField: 'id', ...membersOf(body['descriptorConfiguration']) },
      })),
  },
  {
    name: 'names-in-small-letters',
    class: 'cross-field meaning',
    defect: 'stores resource types under lower-case names',
    caughtBy: 'P-26',
    habits: () =>
      on('governance.upsertResourceType', (reply, _call, { things }) => {
        const body = membersOf(reply.body);
        const name = String(body['name']).toLowerCase();
        if (reply.status !== 200 || name === body['name']) return reply;
        kindOf(things, 'types').set(name, { ...body, name });
        return { ...reply, body: { ...body, name } };
      }),
  },
  {
    name: 'level-for-one-look',
    class: 'state over time',
    defect: 'resets the log level after it was read once',
    caughtBy: 'P-29',
    habits: () =>
      on('coordinator-v1.getLogLevel', (reply, _call, memory) => {
        memory.level = 'INFO';
        return reply;
      }),
  },
  {
    name: 'replaced-and-reset',
    class: 'state over time',
    defect: 'changes a replaced metric to draft',
    caughtBy: 'P-64',
    habits: () =>
      on('governance.updateMetric', (reply, { path }, { entities }) => {
        const entity = entities.get(path['id'] ?? '');
        if (reply.status !== 200 || entity === undefined) return reply;
        entity['status'] = 'draft';
        return { ...reply, body: { ...entity } };
      }),
  },
  {
    name: 'listed-as-it-was-made',
    class: 'linkage between operations',
    defect: 'returns agents as they were created',
    caughtBy: 'P-63',
    habits: () => {
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
    },
  },
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
