import { marketplacePlugin } from '@tessera/contracts/operations/marketplace-plugin';
import { readYaml } from '../descriptors.ts';
import {
  type Adapter,
  type Domain,
  type Fault,
  type Habits,
  isBody,
  type Reply,
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
    refusal: (status, errors) => refuse(status, ...errors),
    fault: (error) => ({ status: 500, body: { error } }),
  };
}

function findFaults(operation: string, input: unknown): Fault[] {
  if (!isBody(input)) return [{ field: 'body', message: 'the body is no object' }];
  const faults: Fault[] = [];
  const need = (field: string, holds: boolean): void => {
    if (!holds) faults.push({ field, message: `${field} is required` });
  };
  if (operation === 'updateAcl') {
    const { requestId, outputPortId, refs } = input;
    need('requestId', typeof requestId === 'string');
    need('outputPortId', Number.isInteger(outputPortId));
    need('refs', Array.isArray(refs) && refs.every((one) => typeof one === 'string'));
    return faults;
  }
  const { descriptor } = input;
  need('descriptor', typeof descriptor === 'string' && readYaml(descriptor) !== undefined);
  return faults;
}

/** The id of the data product in a request. */
export function idOf(input: unknown): string {
  const product = isBody(input) ? readYaml(String(input['descriptor'])) : undefined;
  return String(product?.['id']);
}

/** A response that rejects the request. */
export function refuse(status: number, ...errors: readonly string[]): Reply {
  return { status, body: { errors, userMessage: 'The request cannot be accepted.' } };
}
