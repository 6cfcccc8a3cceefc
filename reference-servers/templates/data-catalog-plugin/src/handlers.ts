import {
  accept,
  createOrder,
  type DataCatalogPluginHandlers,
  DataCatalogPluginProblem,
  type DataProduct,
  readDataProduct,
  readDataProductRemoval,
  validationResult,
} from '@tessera/reference-servers/kit';

/** Where the entries of the catalog can be read. */
const CATALOG_URL = 'https://catalog.example.com/entries';

/** The components in the catalog, by environment and data product. Replace it with calls to your catalog. */
const published = new Map<string, readonly string[]>();

const keyOf = ({ environment, id }: DataProduct) => `${environment} ${id}`.toLowerCase();
// Tasks of the same data product must not overlap. `withRetries` of the kit repeats work that has failed.
const inOrder = createOrder();

const addressOf = (id: string) => `${CATALOG_URL}/${encodeURIComponent(id)}`;

/** Fields for users, by output port. */
function publicInfoOf({ components }: DataProduct) {
  const ports = components.filter(({ kind }) => kind === 'outputport');
  return Object.fromEntries(
    ports.map(({ id, name }) => [
      id,
      { catalogEntry: { type: 'string', label: 'Data catalog', value: name, href: addressOf(id) } },
    ]),
  );
}

export const handlers: DataCatalogPluginHandlers = {
  // Problems of a descriptor are findings. Add your checks here, and to the other handlers.
  validate: ({ body }) => validationResult(readDataProduct(body.descriptor)),

  // An error before the work is returned rejects the request; an error in the work fails the task.
  provision: ({ body }) => {
    const product = accept(readDataProduct(body.descriptor));
    return inOrder(keyOf(product), async (task) => {
      for (const { name } of product.components) task.say('INFO', `${name} is in the catalog`, 'Publishing');
      // Components that the data product no longer has are removed from the catalog.
      published.set(
        keyOf(product),
        product.components.map(({ id }) => id),
      );
      return {
        result: 'The data product is in the catalog.',
        info: { publicInfo: publicInfoOf(product), privateInfo: {} },
      };
    });
  },

  // Not validated, because the checks can have become stricter since it was published.
  unprovision: ({ body }) => {
    const product = accept(readDataProductRemoval(body.descriptor));
    return inOrder(keyOf(product), async (task) => {
      published.delete(keyOf(product));
      task.say('INFO', `${product.name} is out of the catalog`, 'Removing');
      return { result: 'The data product is removed.', info: { publicInfo: {}, privateInfo: {} } };
    });
  },

  getEntityReference: ({ query: { componentId } }) => {
    if (![...published.values()].flat().includes(componentId)) {
      throw new DataCatalogPluginProblem('CATALOG_ENTITY_NOT_FOUND', { componentId });
    }
    return { reference: addressOf(componentId) };
  },
};
