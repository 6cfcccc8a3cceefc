import { dataCatalogPlugin } from '@tessera/contracts/operations/data-catalog-plugin';
import { dataCatalogPluginSchemas } from '@tessera/contracts/schemas/data-catalog-plugin';
import { readYaml } from '../descriptors.ts';
import { type Body, breakDown, isBody, refuse } from '../reply.ts';
import { type Adapter, type Domain, faultsBySchema, type Habits, startServer } from '../server.ts';

/** Serves a small data catalog until the caller closes it. */
export function startPlugin(habits: Partial<Habits> = {}): Promise<Adapter> {
  return startServer(habits, createPlugin());
}

function createPlugin(): Domain {
  const assets = new Map<string, number>();
  const products = new Map<string, readonly string[]>();
  let count = 0;
  const assetOf = (id: string): number => {
    const known = assets.get(id);
    if (known !== undefined) return known;
    count += 1;
    return count;
  };

  const faultsIn: Domain['faultsIn'] = ({ operation, input, query }) => {
    if (operation === 'getEntityReference') {
      const id = query.get('componentId') ?? '';
      if (id === '') return [{ field: 'componentId', message: 'componentId is required' }];
      return assets.has(id) ? [] : [{ field: 'componentId', message: `${id} is not in the catalog` }];
    }
    return faultsBySchema(dataCatalogPluginSchemas, 'ProvisioningRequest', input);
  };

  const endOf: Domain['endOf'] = (operation, input) => {
    if (operation === 'asyncValidate') return { status: 'COMPLETED', info: { publicInfo: verdictOn(input) } };
    const product = readYaml(String(input['descriptor']));
    const log = (level: string, message: string): object => ({
      timestamp: new Date().toISOString(),
      level,
      message,
      phase: 'Publishing',
    });
    if (product === undefined) {
      const message = 'descriptor is not YAML';
      return { status: 'FAILED', result: message, logs: [log('ERROR', message)], refused: message };
    }
    const components = componentsOf(product);
    const logs = [log('INFO', 'begun'), log('INFO', 'done')];
    if (operation === 'unprovision') {
      for (const { id } of components) assets.delete(id);
      return { status: 'COMPLETED', result: 'removed', logs };
    }
    const now = components.map(({ id }) => id);
    // Components that the data product no longer has leave the catalog.
    for (const id of products.get(String(product['id'])) ?? []) if (!now.includes(id)) assets.delete(id);
    products.set(String(product['id']), now);
    for (const id of now) assets.set(id, assetOf(id));
    const entries = components
      .filter(({ kind }) => kind === 'outputport')
      .map(({ id, name }) => [
        id,
        {
          asset: {
            type: 'string',
            label: 'Catalog',
            value: name,
            href: `https://catalog.example.com/${assetOf(id)}`,
          },
        },
      ]);
    const info = { publicInfo: Object.fromEntries(entries), privateInfo: { count: components.length } };
    return { status: 'COMPLETED', result: 'published', info, logs };
  };

  return {
    operations: dataCatalogPlugin.operations,
    kindOf: (operation) => (/validat/i.test(operation) ? 'validation' : 'provisioning'),
    faultsIn,
    answerAtOnce({ operation, input, query }) {
      if (operation === 'validate' && isBody(input)) return { status: 200, body: verdictOn(input) };
      if (operation !== 'getEntityReference') return undefined;
      return { status: 200, body: { reference: `asset-${assets.get(query.get('componentId') ?? '')}` } };
    },
    endOf,
    refusal: refuse,
    fault: breakDown,
  };
}

function verdictOn(input: Body): Body {
  const readable = readYaml(String(input['descriptor'])) !== undefined;
  return readable ? { valid: true } : { valid: false, error: { errors: ['descriptor is not YAML'] } };
}

interface Component {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

/** The components of a data product. */
export function componentsOf(product: Body): Component[] {
  const list: unknown = product['components'];
  return (Array.isArray(list) ? list : [])
    .filter(isBody)
    .map((one) => ({ id: String(one['id']), name: String(one['name']), kind: String(one['kind']) }));
}

/** The response that rejects a request. */
export const refused = { status: 400, body: { errors: ['not accepted'], userMessage: 'Not accepted.' } };
/** Whether a request carries the results of a deployment. */
export const results = (input: unknown): boolean =>
  isBody(input) && input['descriptorKind'] === 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS';
