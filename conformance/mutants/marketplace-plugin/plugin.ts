import { marketplacePlugin } from '@tessera/contracts/operations/marketplace-plugin';
import { marketplacePluginSchemas } from '@tessera/contracts/schemas/marketplace-plugin';
import type { ApiTable } from '@tessera/contracts/vocabulary';
import { readYaml } from '../descriptors.ts';
import { errorList, isBody } from '../reply.ts';
import {
  type Adapter,
  type Domain,
  type Fault,
  faultsBySchema,
  type Habits,
  startServer,
} from '../server.ts';

/** Serves a small marketplace until the caller closes it. */
export function startPlugin(habits: Partial<Habits> = {}): Promise<Adapter> {
  return startServer(habits, createPlugin());
}

function createPlugin(): Domain {
  const pages = new Map<string, number>();
  const shown = new Set<string>();

  return {
    operations: marketplacePlugin.operations,
    kindOf: () => 'provisioning',
    faultsIn: ({ operation, input }) => findFaults(operation, input),
    answerAtOnce({ operation, input }) {
      if (operation === 'updateAcl') return { status: 204 };
      const id = idOf(input);
      if (operation === 'delete') {
        const was = shown.delete(id);
        return { status: 200, body: was ? `${id} has been removed.` : `${id} was not shown.` };
      }
      shown.add(id);
      const page = pages.get(id) ?? pages.size + 1;
      pages.set(id, page);
      const href = `https://marketplace.example.com/products/${page}`;
      const marketplaceInfo = { type: 'string', label: 'Marketplace', value: id, href };
      return { status: 200, body: { status: 'COMPLETED', info: { privateInfo: { marketplaceInfo } } } };
    },
    endOf: () => ({}),
    refusal: errorList,
    fault: (error) => ({ status: 500, body: { error } }),
  };
}

function findFaults(operation: string, input: unknown): Fault[] {
  const { operations }: ApiTable = marketplacePlugin;
  const faults = faultsBySchema(marketplacePluginSchemas, operations[operation]?.body?.schema ?? '', input);
  const descriptor = isBody(input) ? input['descriptor'] : undefined;
  return typeof descriptor === 'string' && readYaml(descriptor) === undefined
    ? [...faults, { field: 'descriptor', message: 'descriptor is not YAML' }]
    : faults;
}

/** The id of the data product in a request. */
export function idOf(input: unknown): string {
  const product = isBody(input) ? readYaml(String(input['descriptor'])) : undefined;
  return String(product?.['id']);
}
