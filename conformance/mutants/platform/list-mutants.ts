import { type Change, mutants } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { STATUS } from './faults.ts';
import { ADAPTERS, listOf, on, onGood, page, refusing } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

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
    'returns a cursor from the last page back to the first': onGood(
      'governance.searchEvaluationStatus',
      (body) => {
        const pagination = membersOf(membersOf(body['meta'])['pagination']);
        return { ...body, meta: { pagination: { nextCursor: '0', ...pagination } } };
      },
    ),
    'returns an empty string as the cursor of the last page': onGood(
      'governance.searchEvaluationStatus',
      (body) => {
        const pagination = membersOf(membersOf(body['meta'])['pagination']);
        return { ...body, meta: { pagination: { nextCursor: '', ...pagination } } };
      },
    ),
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
    'returns a result with the resource of the next one': onGood(SEARCH, (body) => {
      const all = page(body).map(membersOf);
      const results = all.map((one) => membersOf(one['lastResult']));
      const data = all.map((one, index) => {
        const { resourceSnapshot } = results[(index + 1) % all.length] ?? {};
        return { ...one, lastResult: { ...results[index], resourceSnapshot } };
      });
      return 'resourceSnapshot' in (results[0] ?? {}) ? { ...body, data } : body;
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
    'omits new agents from the list': on('assistant.listAgents', (reply) => ({ ...reply, body: [] })),
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
    'filters plans by the first of several environments only': onGood(PLANS, (body, { query }) => {
      const [first] = listOf(query, 'environments');
      const isOfFirst = (one: unknown) => first === undefined || membersOf(one)['environment'] === first;
      return { ...body, provisioningPlans: listOf(body, 'provisioningPlans').filter(isOfFirst) };
    }),
    'resolves a deployed unit in every environment': resolving((unit, id) => unit === id),
    'resolves a unit by the start of its id': resolving(
      (unit, id) => id.endsWith('-provisioned') && unit.startsWith(id),
    ),
    'returns the total of all adapters for every search': on(ADAPTERS, (reply, _call, { things }) => {
      const body = membersOf(reply.body);
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      const total = kindOf(things, 'adapters').size;
      return reply.status === 200
        ? { ...reply, body: { ...body, meta: { pagination: { ...pagination, total } } } }
        : reply;
    }),
    'treats several operations of plans as one with commas in its name': onGood(PLANS, (body, { query }) =>
      listOf(query, 'operations').length > 1 ? { ...body, provisioningPlans: [] } : body,
    ),
    'rejects a search of more than one word': refusing('coordinator-v2.listTechAdapters', ({ query }) =>
      / /.test(String(query['search'] ?? '')),
    ),
    'treats several labels of a query as one': on(ADAPTERS, (reply, { query }) =>
      Array.isArray(query['labels']) && query['labels'].length > 1
        ? {
            ...reply,
            body: { data: [], meta: { pagination: { total: 0, offset: 0, limit: 20, count: 0 } } },
          }
        : reply,
    ),
  },
  'P-38': {
    'returns the log of a plan in reverse order': on('coordinator-v1.getPlanLogs', (reply) =>
      Array.isArray(reply.body) ? { ...reply, body: reply.body.toReversed() } : reply,
    ),
    'lists the newest agent first': on('assistant.listAgents', (reply) =>
      Array.isArray(reply.body) ? { ...reply, body: reply.body.toReversed() } : reply,
    ),
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
    'includes the content of the latest results without a request': onGood(
      'governance.searchEvaluationStatus',
      (body) => ({
        ...body,
        data: page(body)
          .map(membersOf)
          .map((one) => {
            const last = membersOf(one['lastResult']);
            return {
              ...one,
              lastResult: { ...last, resultContent: last['resultContent'] ?? { errors: [] } },
            };
          }),
      }),
    ),
  },
  'P-42': {
    'loses the type of a resource': onGood(READ, ({ resourceType: _lost, ...rest }) => rest),
    'finds a resource in another environment': on('governance.getResource', (reply, { path }, memory) => {
      const own = [...memory.resources].find(([key]) => key.startsWith(`${path['externalId']} `));
      return reply.status === 404 && own !== undefined ? { status: 200, body: own[1] } : reply;
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
    'reports a page size of fifty for every page': onGood('governance.searchEvaluationStatus', (body) => {
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      return { ...body, meta: { pagination: { ...pagination, pageSize: 50 } } };
    }),
    'reports offset 0 for every page of adapters': onGood(ADAPTERS, (body) => {
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      return { ...body, meta: { pagination: { ...pagination, offset: 0 } } };
    }),
  },
});

/** Resolves any deployed unit whose id matches, in any environment. */
function resolving(fits: (unit: string, id: string) => boolean): Partial<Habits> {
  return on('coordinator-v1.resolve', (reply, { query }, { units }) => {
    const found = [...units.values()].find(
      ({ id, states }) => fits(id, String(query['id'])) && [...states.values()].includes('DEPLOYED'),
    );
    if (reply.status !== 404 || found === undefined) return reply;
    return { status: 200, body: { content: [found.descriptor], page: { offset: 0, limit: 5, count: 1 } } };
  });
}

/** Changes the content of stored results. */
function tellingContent(change: (content: Body) => Body): Partial<Habits> {
  return onGood(SEARCH, (body) => ({
    ...body,
    data: page(body)
      .map(membersOf)
      .map((one) => {
        const lastResult = membersOf(one['lastResult']);
        const { resultContent } = lastResult;
        return resultContent === undefined
          ? one
          : { ...one, lastResult: { ...lastResult, resultContent: change(membersOf(resultContent)) } };
      }),
  }));
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
