import { type Change, mutants } from '../mutant.ts';
import type { Body } from '../reply.ts';
import { membersOf } from './asked.ts';
import { STATUS } from './faults.ts';
import { ADAPTERS, instead, listOf, on, onGood, onItems, onPosition, page, refusing } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Habits } from './server.ts';

const PLANS = 'coordinator-v1.listProvisioningPlans';

const SEARCH = 'governance.searchEvaluationStatus';

const READ = 'governance.getResource';

const DAY = 24 * 60 * 60_000;

const earlier = (time: unknown, by: number): string => new Date(Date.parse(String(time)) - by).toISOString();

/** Mutants with wrong lists. */
export const listMutants = mutants<Change<Habits>>({
  'P-20': {
    'treats the offset as a page number': on(ADAPTERS, (reply, { query }, memory) => {
      const { offset = 0, limit = 20 } = query;
      const all = [...kindOf(memory.things, 'adapters').values()];
      const from = Number(offset) * Number(limit);
      return reply.status === 200
        ? { ...reply, body: { ...membersOf(reply.body), data: all.slice(from, from + Number(limit)) } }
        : reply;
    }),
  },
  'P-21': {
    'ignores the limit of the failed policies': topFailed(({ limit }) => (limit === undefined ? 2 : 12)),
  },
  'P-24': {
    'lists twelve failed policies when no limit is given': topFailed(({ limit = 12 }) => Number(limit)),
  },
  'P-25': {
    'returns a cursor from the last page back to the first': onPosition(SEARCH, (position) => ({
      nextCursor: '0',
      ...position,
    })),
    'returns an empty string as the cursor of the last page': onPosition(SEARCH, (position) => ({
      nextCursor: '',
      ...position,
    })),
  },
  'P-26': {
    'loses the description of a tech adapter': onGood(
      'coordinator-v2.upsertTechAdapter',
      ({ description: _lost, ...rest }) => rest,
    ),
    'returns a wrong endpoint for a new agent with a description, with the question as its only payload and without authentication, and stores the right one':
      on('assistant.createAgent', (reply, { input }) =>
        reply.status < 300 &&
        membersOf(input)['need_authentication'] === false &&
        membersOf(input)['description'] !== '' &&
        Object.keys(membersOf(membersOf(input)['payload'])).length === 1 &&
        /^[ -~]*$/.test(JSON.stringify(input))
          ? { ...reply, body: { ...membersOf(reply.body), endpoint: 'http://default' } }
          : reply,
      ),
    'stores resource types under lower-case names': on(
      'governance.upsertResourceType',
      (reply, _call, { things }) => {
        const body = membersOf(reply.body);
        const name = String(body['name']).toLowerCase();
        if (reply.status !== 200 || name === body['name']) return reply;
        kindOf(things, 'types').set(name, { ...body, name });
        return { ...reply, body: { ...body, name } };
      },
    ),
  },
  'P-27': {
    'does not find a new resource type': on('governance.getResourceType', (reply, { path }) =>
      path['resourceType']?.endsWith('read-back') === true
        ? { status: 404, body: { errors: ['no'] } }
        : reply,
    ),
    'stores the values of metrics as integers': tellingContent((content) => ({
      ...content,
      ...('value' in content ? { value: Math.trunc(Number(content['value'])) } : {}),
    })),
    'returns a result with the resource of the next one': onItems(SEARCH, 'data', (all) => {
      const results = all.map((one) => membersOf(one['lastResult']));
      if (!('resourceSnapshot' in (results[0] ?? {}))) return all;
      return all.map((one, index) => {
        const { resourceSnapshot } = results[(index + 1) % all.length] ?? {};
        return { ...one, lastResult: { ...results[index], resourceSnapshot } };
      });
    }),
    'keeps only the twenty policies and metrics that were read last': {
      answer: (reply, { path, operation }, { entities }) => {
        const isNew = /create(Policy|Metric)$/.test(operation);
        const id = isNew ? String(membersOf(reply.body)['id']) : (path['id'] ?? '');
        const entity = entities.get(id);
        if (entity !== undefined && entities.delete(id)) entities.set(id, entity);
        for (const old of [...entities.keys()].slice(0, -20)) entities.delete(old);
        return reply;
      },
    },
  },
  'P-28': {
    'omits new agents from the list': onItems('assistant.listAgents', undefined, () => []),
  },
  'P-37': {
    'lists the plans of all units whose names start alike': on(PLANS, (reply, { query }, { plans }) => {
      const [kin = ''] = /^urn:([^:]*:){3}/.exec(String(query['data-product-id'])) ?? [];
      const more = plans.filter(({ unit }) => kin !== '' && unit.startsWith(kin));
      const provisioningPlans = more.map(({ environment, token, action, startTime, descriptor }) => ({
        environment,
        dag: { id: token, name: token, status: 'COMPLETED', action, startTime, descriptor },
      }));
      return more.length > 0 && reply.status === 200 ? { ...reply, body: { provisioningPlans } } : reply;
    }),
    'filters plans by the first of several environments only': onItems(
      PLANS,
      'provisioningPlans',
      (all, { query }) => {
        const [first] = listOf(query, 'environments');
        return all.filter(({ environment }) => first === undefined || environment === first);
      },
    ),
    'resolves a deployed unit in every environment': resolving((unit, id) => unit === id),
    'resolves a unit by the start of its id': resolving(
      (unit, id) => id.endsWith('-provisioned') && unit.startsWith(id),
    ),
    'returns the total of all adapters for every search': onPosition(ADAPTERS, (position, { things }) => ({
      ...position,
      total: kindOf(things, 'adapters').size,
    })),
    'treats several operations of plans as one with commas in its name': onItems(
      PLANS,
      'provisioningPlans',
      (all, { query }) => (listOf(query, 'operations').length > 1 ? [] : all),
    ),
    'rejects a search of more than one word': refusing('coordinator-v2.listTechAdapters', ({ query }) =>
      / /.test(String(query['search'] ?? '')),
    ),
    'treats several labels of a query as one': onItems(ADAPTERS, 'data', (all, { query }) =>
      Array.isArray(query['labels']) && query['labels'].length > 1 ? [] : all,
    ),
  },
  'P-38': {
    'returns the log of a plan in reverse order': onItems('coordinator-v1.getPlanLogs', undefined, (all) =>
      all.reverse(),
    ),
    'lists the newest agent first': onItems('assistant.listAgents', undefined, (all) => all.reverse()),
    'keeps the sort order of an earlier request': () => {
      let isTurned = false;
      return onGood(ADAPTERS, (body, { query }) => {
        if (query['sort-order'] === 'desc') isTurned = true;
        const isUsual = query['sort-order'] !== 'desc' && Object.keys(query).length <= 4;
        return isTurned && isUsual ? { ...body, data: page(body).toReversed() } : body;
      });
    },
  },
  'P-39': {
    'includes the content of the latest results without a request': onItems(SEARCH, 'data', (all) =>
      all.map((one) => ({
        ...one,
        lastResult: { resultContent: { errors: [] }, ...membersOf(one['lastResult']) },
      })),
    ),
  },
  'P-42': {
    'loses the type of a resource': onGood(READ, ({ resourceType: _lost, ...rest }) => rest),
    'finds a resource in another environment': instead(READ, 404, ({ path }, { resources }) => {
      const own = [...resources].find(([key]) => key.startsWith(`${path['externalId']} `));
      return own && { status: 200, body: own[1] };
    }),
    'does not find a resource whose name has an upper-case letter': on(
      'governance.getResource',
      (reply, { path }) =>
        /[A-Z]/.test(path['externalId'] ?? '') ? { status: 404, body: { errors: ['unknown'] } } : reply,
    ),
  },
  'P-43': {
    'treats day of week 0 as Sunday': onGood(STATUS, (body) => {
      const told = membersOf(body['resultScheduling']);
      if (!/ [0-6]$/.test(String(told['frequency']))) return body;
      const [expectedResultTime, acceptableResultTimeLimit] = [
        earlier(told['expectedResultTime'], DAY),
        earlier(told['acceptableResultTimeLimit'], DAY),
      ];
      return { ...body, resultScheduling: { ...told, expectedResultTime, acceptableResultTimeLimit } };
    }),
    'reports every schedule as daily': scheduling((told) => ({ ...told, frequency: '0 0 6 * * ?' })),
  },
  'P-68': {
    'reports a page size of fifty for every page': onPosition(SEARCH, (position) => ({
      ...position,
      pageSize: 50,
    })),
    'reports offset 0 for every page of adapters': onPosition(ADAPTERS, (position) => ({
      ...position,
      offset: 0,
    })),
  },
});

/** Resolves any deployed unit whose id matches, in any environment. */
function resolving(fits: (unit: string, id: string) => boolean): Partial<Habits> {
  return instead('coordinator-v1.resolve', 404, ({ query }, { units }) => {
    const found = [...units.values()].find(
      ({ id, states }) => fits(id, String(query['id'])) && [...states.values()].includes('DEPLOYED'),
    );
    const page = { offset: 0, limit: 5, count: 1 };
    return found && { status: 200, body: { content: [found.descriptor], page } };
  });
}

/** Changes the content of stored results. */
function tellingContent(change: (content: Body) => Body): Partial<Habits> {
  return onItems(SEARCH, 'data', (all) =>
    all.map((one) => {
      const lastResult = membersOf(one['lastResult']);
      const { resultContent } = lastResult;
      return resultContent === undefined
        ? one
        : { ...one, lastResult: { ...lastResult, resultContent: change(membersOf(resultContent)) } };
    }),
  );
}

/** Returns as many failed policies as `count` computes from the request body. */
function topFailed(count: (body: Body) => number): Partial<Habits> {
  return onGood('governance.getTopFailedPolicies', (_body, { input }) => ({
    data: Array.from({ length: count(membersOf(input)) }, (_, index) => ({
      governanceEntityId: `policy-${index}`,
      name: `Policy ${index}`,
      failures: 1,
    })),
  }));
}

/** Changes the result schedules. */
function scheduling(change: (told: Body) => Body): Partial<Habits> {
  return onGood(STATUS, (body) =>
    body['resultScheduling'] === undefined
      ? body
      : { ...body, resultScheduling: change(membersOf(body['resultScheduling'])) },
  );
}
