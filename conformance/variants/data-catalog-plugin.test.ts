import { componentsOf, refused, startPlugin } from '../mutants/data-catalog-plugin/plugin.ts';
import { readYaml } from '../mutants/descriptors.ts';
import { type Habits, isBody } from '../mutants/server.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { withMoreThanAsked } from './habits.ts';
import { testVariants } from './test-variants.ts';

useVirtualTime();

testVariants(
  'data-catalog-plugin',
  [
    { name: 'tasks', habits: () => ({}) },
    { name: 'work done within the answer', habits: () => ({ mode: 'sync' }) },
    {
      name: 'work done within the answer and no status (501)',
      habits: () => ({ mode: 'sync', status: false }),
    },
    {
      name: 'a charset and members that nobody knows',
      habits: () => ({
        answer: withMoreThanAsked,
      }),
    },
    {
      name: 'null for what is absent',
      habits: () => ({
        answer: (reply) =>
          isBody(reply.body) && 'status' in reply.body
            ? { ...reply, body: { result: null, info: null, logs: null, ...reply.body } }
            : reply,
      }),
    },
    {
      name: 'tokens as bare text',
      habits: () => ({
        answer: (reply) =>
          reply.status === 202
            ? { ...reply, raw: String(reply.body), headers: { 'content-type': 'text/plain' } }
            : reply,
      }),
    },
    {
      name: 'public information of another shape',
      habits: () => ({
        finish: (end, { operation }) =>
          operation === 'provision' && isBody(end['info'])
            ? { ...end, info: { publicInfo: { assets: 3, collection: 'Logistics' }, privateInfo: {} } }
            : end,
      }),
    },
    { name: 'information under the names of output ports too', habits: () => tellingByName() },
    {
      name: 'no information at all',
      habits: () => ({
        finish: (end, { operation }) =>
          operation === 'provision' && end['status'] === 'COMPLETED' ? { status: 'COMPLETED' } : end,
      }),
    },
    {
      name: 'unknown components answered with 404',
      habits: () => ({
        answer: (reply, { operation, query }) =>
          operation === 'getEntityReference' && reply.status === 400 && query.get('componentId')
            ? { ...reply, status: 404 }
            : reply,
      }),
    },
    {
      name: 'output ports alone in the catalog',
      habits: () => ({
        answer: (reply, { operation, query }) =>
          operation === 'getEntityReference' &&
          /warehouse-tables|daily-load/.test(query.get('componentId') ?? '')
            ? refused
            : reply,
      }),
    },
    { name: 'nothing to remove refused', habits: () => refusingNothing() },
    { name: 'text that is no YAML refused at once', habits: () => refusingUnreadable() },
    {
      name: 'references that are JSON text',
      habits: () => ({
        finish: (end) =>
          'reference' in end
            ? { reference: JSON.stringify({ id: end['reference'], domain: 'logistics' }) }
            : end,
      }),
    },
    { name: 'a removed component that is still found', habits: () => rememberingReferences() },
    { name: 'work that is over at once', habits: () => ({ work: 0 }) },
    { name: 'under another prefix', habits: () => ({ prefix: '/catalogs/main' }) },
  ],
  startPlugin,
);

/** Also reports output ports under their names, for older clients. */
function tellingByName(): Partial<Habits> {
  return {
    finish(end, { operation, input }) {
      const told = isBody(end['info']) ? end['info']['publicInfo'] : undefined;
      if (operation !== 'provision' || !isBody(told)) return end;
      const ports = componentsOf(readYaml(String(input['descriptor'])) ?? {}).filter(({ id }) => id in told);
      const named = Object.fromEntries(ports.map(({ id, name }) => [name, told[id]]));
      return { ...end, info: { publicInfo: { ...told, ...named }, privateInfo: {} } };
    },
  };
}

function refusingNothing(): Partial<Habits> {
  let published = 0;
  return {
    answer(reply, { operation }) {
      if (operation === 'provision' && reply.status === 202) published += 1;
      return operation === 'unprovision' && reply.status === 202 && published === 0 ? refused : reply;
    },
  };
}

function refusingUnreadable(): Partial<Habits> {
  return {
    refuse({ input }, found) {
      const text = isBody(input) ? input['descriptor'] : undefined;
      return found.length === 0 && typeof text === 'string' && readYaml(text) === undefined
        ? [{ field: 'descriptor', message: 'descriptor is no YAML mapping' }]
        : found;
    },
  };
}

function rememberingReferences(): Partial<Habits> {
  const known = new Map<string, unknown>();
  return {
    answer(reply, { operation, query }) {
      const id = query.get('componentId') ?? '';
      if (operation !== 'getEntityReference') return reply;
      if (reply.status === 200) known.set(id, reply.body);
      return reply.status === 400 && known.has(id) ? { status: 200, body: known.get(id) } : reply;
    },
  };
}
