import { readYaml } from '../descriptors.ts';
import { isBody, type Reply } from '../reply.ts';
import type { Habits } from '../server.ts';
import { componentsOf, refused, results } from './plugin.ts';

/*
 * Faults of the catalog: what a lookup finds depends on earlier requests.
 */

/** Keeps every component that it ever found until its data product is removed. */
export function onlyAdding(): Partial<Habits> {
  const found = new Map<string, Reply>();
  return {
    finish(end, { operation, input }) {
      const product = readYaml(String(input['descriptor']));
      if (operation === 'provision' && product !== undefined)
        for (const { id } of componentsOf(product))
          found.set(id, { status: 200, body: { reference: `kept-${id}` } });
      if (operation === 'unprovision' && product !== undefined)
        for (const { id } of componentsOf(product)) found.delete(id);
      return end;
    },
    answer: (reply, { operation, query }) =>
      operation === 'getEntityReference' ? (found.get(query.get('componentId') ?? '') ?? reply) : reply,
  };
}

/** Still finds removed components, except the first one that was requested. */
export function remembering(): Partial<Habits> {
  const found = new Map<string, Reply>();
  let first: string | undefined;
  return {
    answer(reply, { operation, query }) {
      const id = query.get('componentId') ?? '';
      if (operation !== 'getEntityReference' || id === '') return reply;
      first ??= id;
      if (reply.status === 200 && isBody(reply.body)) found.set(id, reply);
      const kept = found.get(id);
      return reply.status === 400 && kept !== undefined && id !== first ? kept : reply;
    },
  };
}

/** Finds a component after its validation, until the first publication. */
export function publishingWhatIsValidated(): Partial<Habits> {
  let validated = false;
  let published = false;
  return {
    answer(reply, { operation, query, input }) {
      validated ||= operation === 'validate';
      published ||= isPublication(operation, reply, input);
      const asksInVain = operation === 'getEntityReference' && reply.status === 400;
      return asksInVain && validated && !published && query.get('componentId')?.endsWith(':shipments-view')
        ? { status: 200, body: { reference: 'asset-0' } }
        : reply;
    },
  };
}

/** Whether the plugin accepted a publication of the main data product. */
function isPublication(operation: string, { status }: Reply, input: unknown): boolean {
  return (
    operation === 'provision' &&
    status === 202 &&
    isBody(input) &&
    String(input['descriptor']).includes('shipment-tracking')
  );
}

/** Finds nothing after a validation with results, until the next publication. */
export function removingWhatIsValidated(): Partial<Habits> {
  let cleared = false;
  return {
    answer(reply, { operation, input }) {
      if (isPublication(operation, reply, input)) cleared = false;
      if (operation === 'asyncValidate' && reply.status === 202 && results(input)) cleared = true;
      return cleared && operation === 'getEntityReference' ? refused : reply;
    },
  };
}

/** Any removal with results empties the catalog. */
export function emptying(): Partial<Habits> {
  let empty = false;
  return {
    answer(reply, { operation, input }) {
      if (operation === 'provision') empty = false;
      if (operation === 'unprovision' && results(input)) empty = true;
      return empty && operation === 'getEntityReference' ? refused : reply;
    },
  };
}

/** Rejects the first lookup of a published component. */
export function blindAtFirst(): Partial<Habits> {
  let asked = 0;
  return {
    answer(reply, { operation }) {
      if (operation !== 'getEntityReference' || reply.status !== 200) return reply;
      asked += 1;
      return asked < 2 ? refused : reply;
    },
  };
}
