import { componentsOf, refused, startPlugin } from '../mutants/data-catalog-plugin/plugin.ts';
import { readYaml } from '../mutants/descriptors.ts';
import { isBody } from '../mutants/reply.ts';
import type { Habits } from '../mutants/server.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { testVariants } from './test-variants.ts';

useVirtualTime();

testVariants(
  'data-catalog-plugin',
  [
    { name: 'tasks', habits: () => ({}) },
    { name: 'synchronous work', habits: () => ({ mode: 'sync' }) },
    {
      name: 'synchronous work and no status (501)',
      habits: () => ({ mode: 'sync', status: false }),
    },
    {
      name: 'null for absent fields',
      habits: () => ({
        answer: (reply) =>
          isBody(reply.body) && 'status' in reply.body
            ? { ...reply, body: { result: null, info: null, logs: null, ...reply.body } }
            : reply,
      }),
    },
    {
      name: 'tokens as plain text',
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
    { name: 'information also under the names of output ports', habits: () => tellingByName() },
    {
      name: 'no information at all',
      habits: () => ({
        finish: (end, { operation }) =>
          operation === 'provision' && end['status'] === 'COMPLETED' ? { status: 'COMPLETED' } : end,
      }),
    },
    {
      name: '404 for unknown and missing components',
      habits: () => ({
        answer: (reply, { operation }) =>
          operation === 'getEntityReference' && reply.status === 400 ? { ...reply, status: 404 } : reply,
      }),
    },
    {
      name: 'only output ports in the catalog',
      habits: () => ({
        answer: (reply, { operation, query }) =>
          operation === 'getEntityReference' &&
          /warehouse-tables|daily-load/.test(query.get('componentId') ?? '')
            ? refused
            : reply,
      }),
    },
    { name: 'removal without an effect rejected', habits: () => refusingNothing() },
    { name: 'text that is not YAML rejected immediately', habits: () => refusingUnreadable() },
    {
      name: 'references that are JSON strings',
      habits: () => ({
        finish: (end) =>
          'reference' in end
            ? { reference: JSON.stringify({ id: end['reference'], domain: 'logistics' }) }
            : end,
      }),
    },
    { name: 'a removed component that is still found', habits: () => rememberingReferences() },
    { name: 'work that finishes immediately', habits: () => ({ work: 0 }) },
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
