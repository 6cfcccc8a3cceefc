import { readYaml } from '../descriptors.ts';
import { failed } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { type Habits, isBody, type Reply } from '../server.ts';
import { broken, componentsOf, refused, results } from './plugin.ts';

/** Mutants by an author who had not seen the checks. At that time, no check caught them. */
export const blindMutants: readonly Mutant[] = [
  mutant('DC-03', 'rejects the asynchronous validation of a data product with results', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'asyncValidate' && reply.status === 202 && results(input) ? refused : reply,
  })),
  mutant('DC-31', 'crashes on a descriptor with an alias', () =>
    breakingOn((descriptor) => /\*[\w-]+$/m.test(descriptor)),
  ),
  mutant('DC-31', 'crashes on a data product without components', () =>
    breakingOn((descriptor) => /^ *components: \[\]/m.test(descriptor)),
  ),
  mutant('DC-30', 'removes only one of the components of a data product', () => remembering()),
  mutant('DC-11', 'finds a component by an id without its last character', () => findingShorter()),
  mutant('DC-28', 'publishes a second data product and never finds it', () => ({
    answer: (reply, { operation, query }) =>
      operation === 'getEntityReference' && /:10:/.test(query.get('componentId') ?? '') ? refused : reply,
  })),
  mutant('DC-27', 'removes every data product whose id starts like that of the removed one', () =>
    removingByPrefix(),
  ),
  mutant('DC-32', 'still finds a component that a later publication does not contain', () => onlyAdding()),
  mutant('DC-19', 'reports a data product with results as invalid, and publishes it', () => ({
    finish: (end, { operation, input }) =>
      operation === 'validate' && results(input) && end['valid'] === true
        ? { valid: false, error: { errors: ['info is not known'] } }
        : end,
  })),
  mutant('DC-17', 'cannot publish a data product that was removed before', () => burying('provision')),
  mutant('DC-16', 'fails to remove a data product that it already removed', () => burying('unprovision')),
  mutant('DC-17', 'publishes a previously removed data product, and does not find it', () =>
    hidingWhatCameBack(),
  ),
  mutant('DC-23', 'changes the references of components when their data product loses one of them', () =>
    renumbering(),
  ),
  mutant('DC-11', 'finds a component of an unpublished version', () => findingAnyVersion()),
  mutant('A-14', 'returns the previously published data product as the result', () => tellingOfAnother()),
];

/** Reports the data product of the previous publication as the result. */
function tellingOfAnother(): Partial<Habits> {
  let before: string | undefined;
  return {
    finish(end, { operation, input }) {
      const id = operation === 'provision' ? productIn(input) : undefined;
      if (id === undefined || end['status'] !== 'COMPLETED') return end;
      const told = before ?? id;
      before = id;
      return { ...end, result: `published ${told}` };
    },
  };
}

/** One operation fails on a data product that was published and removed. */
function burying(only: string): Partial<Habits> {
  const there = new Set<string>();
  const buried = new Set<string>();
  return {
    finish(end, { operation, input }) {
      const id = productIn(input);
      if (id === undefined) return end;
      if (operation === only && buried.has(id)) return failed(`${id} was deleted`);
      if (operation === 'provision') there.add(id);
      if (operation === 'unprovision' && there.has(id)) buried.add(id);
      return end;
    },
  };
}

function hidingWhatCameBack(): Partial<Habits> {
  const there = new Set<string>();
  const removed = new Set<string>();
  return {
    finish(end, { operation, input }) {
      for (const id of idsIn(input)) {
        if (operation === 'provision') there.add(id);
        if (operation === 'unprovision' && there.has(id)) removed.add(id);
      }
      return end;
    },
    answer: (reply, { operation, query }) =>
      operation === 'getEntityReference' && removed.has(query.get('componentId') ?? '') ? refused : reply,
  };
}

/** Changes all references after a data product has lost a component. */
function renumbering(): Partial<Habits> {
  const counts = new Map<string, number>();
  let edition = 1;
  return {
    finish(end, { operation, input }) {
      const id = operation === 'provision' ? productIn(input) : undefined;
      if (id !== undefined) {
        if (idsIn(input).length < (counts.get(id) ?? 0)) edition += 1;
        counts.set(id, idsIn(input).length);
      }
      return 'reference' in end ? { reference: `${String(end['reference'])}-${edition}` } : end;
    },
  };
}

/** Finds a component by its id with any number in place of the version. */
function findingAnyVersion(): Partial<Habits> {
  const known = new Map<string, string>();
  const unversioned = (id: string): string => id.replaceAll(/:\d+(?=:)/g, ':*');
  return {
    finish(end, { operation, input }) {
      if (operation === 'provision') for (const id of idsIn(input)) known.set(unversioned(id), id);
      if (operation === 'unprovision') for (const id of idsIn(input)) known.delete(unversioned(id));
      return end;
    },
    answer(reply, { operation, query }) {
      const id = known.get(unversioned(query.get('componentId') ?? ''));
      return operation === 'getEntityReference' && reply.status === 400 && id !== undefined
        ? { status: 200, body: { reference: `asset of ${id}` } }
        : reply;
    },
  };
}

function productIn(input: Record<string, unknown>): string | undefined {
  const product = readYaml(String(input['descriptor']));
  return product === undefined ? undefined : String(product['id']);
}

function idsIn(input: Record<string, unknown>): string[] {
  return componentsOf(readYaml(String(input['descriptor'])) ?? {}).map(({ id }) => id);
}

/** Finds a component by an id that lacks the last character. */
function findingShorter(): Partial<Habits> {
  const found = new Map<string, Reply>();
  return {
    answer(reply, { operation, query }) {
      const id = query.get('componentId') ?? '';
      if (operation !== 'getEntityReference' || id === '') return reply;
      if (reply.status === 200) found.set(id, reply);
      const near = [...found].find(([known]) => known.slice(0, -1) === id);
      return reply.status === 400 && near !== undefined ? near[1] : reply;
    },
  };
}

/** Loses every component whose id starts with the id of the removed data product. */
function removingByPrefix(): Partial<Habits> {
  let removed = ' ';
  return {
    finish(end, { operation, input }) {
      const id = readYaml(String(input['descriptor']))?.['id'];
      if (operation === 'unprovision' && results(input)) removed = String(id).replace(':dp:', ':cmp:');
      return end;
    },
    answer: (reply, { operation, query }) =>
      operation === 'getEntityReference' && (query.get('componentId') ?? '').startsWith(removed)
        ? refused
        : reply,
  };
}

/** Keeps every component that it ever found until its data product is removed. */
function onlyAdding(): Partial<Habits> {
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

/** Crashes on some descriptors. */
function breakingOn(isBad: (descriptor: string) => boolean): Partial<Habits> {
  return {
    answer: (reply, { input }) =>
      reply.status < 300 && isBody(input) && isBad(String(input['descriptor'])) ? broken('TypeError') : reply,
  };
}

/** Still finds removed components, except the first one that was requested. */
function remembering(): Partial<Habits> {
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
