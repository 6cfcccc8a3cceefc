import { at } from './json.ts';
import type { Started, Tasks } from './tasks.ts';
import { createWork, isDone, settleAll } from './work.ts';
import { readYaml } from './yaml.ts';

/** The components or data products that the requests of a run create and remove, by what their descriptors name. */
export interface Created {
  /** Sends a request that creates one. It may exist although the request failed. */
  create(value: unknown, begin: () => Promise<Started>): Promise<Started>;
  /** Sends a request that removes one. */
  remove(value: unknown, begin: () => Promise<Started>): Promise<Started>;
  /** Waits for running work, then removes what is left of it. Returns the names of what was created and still exists. */
  removeAll(begin: (value: unknown) => Promise<Started>): Promise<readonly string[]>;
}

interface State {
  /** The body of the last request that creates it. */
  readonly value: unknown;
  readonly creation?: Started;
  /** The request that removes it, after the last one that creates it. */
  readonly removal?: Started;
}

export function trackCreated(tasks: Tasks): Created {
  const created = new Map<string, State>();
  const succeeds = async (begin: () => Promise<Started>): Promise<boolean> =>
    isDone(createWork(tasks, begin)).catch(() => false);
  return {
    async create(value, begin) {
      created.set(nameIn(value), { value });
      const creation = await begin();
      created.set(nameIn(value), { value, creation });
      return creation;
    },
    async remove(value, begin) {
      const removal = await begin();
      const state = created.get(nameIn(value));
      if (state !== undefined) created.set(nameIn(value), { ...state, removal });
      return removal;
    },
    async removeAll(begin) {
      await settleAll(tasks, 'provision');
      const names = [...created].map(async ([name, { value, creation, removal }]) => {
        if (removal !== undefined && (await succeeds(async () => removal))) return [];
        if (await succeeds(() => begin(value))) return [];
        return creation !== undefined && (await succeeds(async () => creation)) ? [name] : [];
      });
      return (await Promise.all(names)).flat();
    },
  };
}

/** The component or the data product that the descriptor in a request names. */
export function nameIn(request: unknown): string {
  const document = readYaml(String(at(request, 'descriptor')));
  const named = [
    at(document, 'componentIdToProvision'),
    at(document, 'id'),
    at(document, 'dataProduct', 'id'),
  ];
  return String(named.find((one) => typeof one === 'string') ?? 'a descriptor without an id');
}
