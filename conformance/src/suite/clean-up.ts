import { NotApplicable } from './check.ts';
import { compareVersions, operationOf } from './contract.ts';
import { at } from './json.ts';
import type { Run } from './run.ts';
import type { Started } from './tasks.ts';
import { type After, createWork, isDone, settleAll, type Work } from './work.ts';
import { readYaml } from './yaml.ts';

/** What the requests of a run create and remove: a component or a data product. */
interface Deployed {
  /** The body of the last request that creates it. */
  readonly value: unknown;
  /** Absent until that request is answered. It may exist although the request failed. */
  readonly creation?: Started;
  /** The request that removes it, after the last one that creates it. */
  readonly removal?: Started;
}

/** The requests of a run that start work, each sent when a check first needs it. */
export type Deployments = ReturnType<typeof createDeployments>;

export function createDeployments({ contract, settings, tasks }: Run) {
  const deployed = new Map<string, Deployed>();

  /** Throws NotApplicable for an operation that the tested contract version does not have. */
  const refuseNewer = (operation: string): void => {
    const { since } = operationOf(contract, operation);
    if (since === undefined || compareVersions(since, settings.contractVersion) <= 0) return;
    throw new NotApplicable(`${operation} exists since contract version ${since}`);
  };

  const begin = async (operation: string, value: unknown, label: string): Promise<Started> => {
    refuseNewer(operation);
    if (operation === 'provision') deployed.set(nameIn(value), { value });
    const started = await tasks.start(operation, value, label);
    const known = deployed.get(nameIn(value));
    if (operation === 'provision') deployed.set(nameIn(value), { value, creation: started });
    else if (operation === 'unprovision' && known !== undefined)
      deployed.set(nameIn(value), { ...known, removal: started });
    return started;
  };

  const succeeds = async (start: () => Promise<Started>): Promise<boolean> =>
    isDone(createWork(tasks, start)).catch(() => false);

  return {
    refuseNewer,
    begin,
    /** @param value Throws NotApplicable if there is no such request */
    work: (operation: string, label: string, value: () => unknown, after: After = []): Work =>
      createWork(tasks, async () => begin(operation, value(), label), after),
    /**
     * Waits for running work, then removes what is left of it. Returns the names of what was created and still exists.
     * @param more Members of a request that removes something
     */
    async removeAll(more: object = {}): Promise<readonly string[]> {
      await settleAll(tasks, 'provision');
      const names = [...deployed].map(async ([name, { value, creation, removal }]) => {
        if (removal !== undefined && (await succeeds(async () => removal))) return [];
        if (await succeeds(() => begin('unprovision', { ...Object(value), ...more }, 'clean up'))) return [];
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
