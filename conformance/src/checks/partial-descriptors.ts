import { at, isObject, type JsonObject } from '../suite/json.ts';
import { readYaml, writeYaml } from '../suite/yaml.ts';
import type { Form } from './descriptor-forms.ts';

/** An id in the style of users who do not use URNs. */
const PLAIN = 'shipments';
const COMPONENT = 'componentIdToProvision';

/**
 * Descriptors that lack a part, or have a part of another type: any finding is valid, but nothing may break.
 * @param main The descriptor of the run; only its existing parts can be removed.
 */
export function partialForms(main: { readonly descriptor: string }): Record<string, Form> {
  const document = readYaml(main.descriptor);
  if (!isObject(document)) return {};
  const isWrapped = 'dataProduct' in document;
  const system = isWrapped ? document['dataProduct'] : document;
  if (!isObject(system)) return {};
  const around = (inner: JsonObject): JsonObject => (isWrapped ? { ...document, dataProduct: inner } : inner);
  const form = (title: string, value: JsonObject, isFlawed = false): Form => ({
    title: `${title} causes no system error`,
    get sample() {
      return { ...main, descriptor: writeYaml(value) };
    },
    isSame: false,
    isFlawed,
  });
  const { dataProduct: _, ...beside } = document;
  return {
    nothing: form('A descriptor that is an empty mapping', {}),
    bare: form('A descriptor with ids only', around(bare(system, document[COMPONENT]))),
    'null-components': form(
      'A list of components that is null',
      around({ ...system, components: null }),
      COMPONENT in document,
    ),
    numbers: form('A descriptor with numbers instead of strings', around(numbered(system))),
    'absent-components': form(
      'A data product without components',
      around(without(system, 'components')),
      COMPONENT in document,
    ),
    'plain-ids': form('A data product whose id is not a URN', around({ ...system, id: PLAIN })),
    ...(isWrapped
      ? {
          unwrapped: form('A descriptor without a data product', beside),
          'listed-product': form('A list instead of the data product', { ...document, dataProduct: [] }),
        }
      : {}),
    ...(COMPONENT in document
      ? {
          'numbered-component': form('A component whose id is a number', {
            ...document,
            [COMPONENT]: 17,
          }),
          'null-component': form('A component that is null', { ...document, [COMPONENT]: null }, true),
        }
      : {}),
  };
}

function without(system: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = system;
  return rest;
}

/** The data product and one component, without any description. */
function bare(system: JsonObject, component: unknown): JsonObject {
  const first = component ?? at(system, 'components', '0', 'id');
  return { id: system['id'], components: first === undefined ? [] : [{ id: first }] };
}

/** Values that YAML does not parse as text without quotes: a version, a name. */
function numbered(system: JsonObject): JsonObject {
  const kept = ['id', 'kind'];
  return Object.fromEntries(
    Object.entries(system).map(([key, value]) => [
      key,
      typeof value === 'string' && !kept.includes(key) ? 17 : value,
    ]),
  );
}
