import { parseDocument, stringify } from 'yaml';
import { InvalidInputError } from './invalid-input.ts';
import { isObject } from './json-pointer.ts';

/** The descriptor of a system. It may have further fields. */
export interface SystemDescriptor {
  /** URN of the system. */
  readonly id: string;
  /** The components; empty for a system without components. */
  readonly components: readonly ComponentDescriptor[];
  readonly [member: string]: unknown;
}

/** A component in a descriptor. */
export interface ComponentDescriptor {
  /** URN of the component. */
  readonly id: string;
  /** Subcomponents. */
  readonly components?: readonly ComponentDescriptor[];
  readonly [member: string]: unknown;
}

/** A parsed descriptor. */
export interface Descriptor {
  /** The complete system, also for the descriptor of a component. */
  readonly system: SystemDescriptor;
  /** The component of a component descriptor; absent in the descriptor of a system. */
  readonly component: ComponentDescriptor | undefined;
}

const WHAT = 'the descriptor';

/**
 * Parses the YAML text of a descriptor. The descriptor of a component contains the system under `dataProduct` and the
 * component's id in `componentIdToProvision`. Throws `InvalidInputError` with the location for invalid YAML, for an
 * invalid descriptor, and for a component that the system does not contain.
 */
export function readDescriptor(text: string): Descriptor {
  const root = objectAt(parseYaml(`${text}`), '');
  if (root['dataProduct'] === undefined) return { system: systemIn(root, ''), component: undefined };
  const system = systemIn(root['dataProduct'], '/dataProduct');
  return { system, component: componentOf(system, root['componentIdToProvision']) };
}

/**
 * Creates the YAML text of a component descriptor from a system, or its YAML text, and the id of a component. Throws
 * `InvalidInputError` if the system does not contain the component.
 */
export function wrapComponent(system: SystemDescriptor | string, componentId: string): string {
  const dataProduct = typeof system === 'string' ? readDescriptor(system).system : system;
  componentOf(dataProduct, componentId);
  // Many readers refuse aliases, which would stand for members that share an object; folded lines are hard to compare.
  const options = { aliasDuplicateObjects: false, lineWidth: 0 };
  return stringify({ dataProduct, componentIdToProvision: componentId }, options);
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text);
  try {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS();
  } catch (cause) {
    // The first line tells the place; those after it draw it.
    const told = `${cause}`.replace(/^\w+: |:?\n.*/gs, '');
    throw new InvalidInputError(WHAT, `must be YAML: ${told}`, '', cause);
  }
}

function systemIn(value: unknown, pointer: string): SystemDescriptor {
  const system = objectAt(value, pointer);
  const id = idOf(system, pointer);
  return { ...system, id, components: componentsIn(system, pointer) };
}

function objectAt(value: unknown, pointer: string): Record<string, unknown> {
  if (!isObject(value) || Array.isArray(value))
    throw new InvalidInputError(WHAT, 'must be an object', pointer);
  return value;
}

function componentsIn(value: Record<string, unknown>, pointer: string): ComponentDescriptor[] {
  const list = value['components'] ?? [];
  if (!Array.isArray(list)) throw new InvalidInputError(WHAT, 'must be a list', `${pointer}/components`);
  return list.map((item: unknown, index) => {
    const place = `${pointer}/components/${index}`;
    const component = objectAt(item, place);
    const inner = component['components'] === undefined ? {} : { components: componentsIn(component, place) };
    return { ...component, id: idOf(component, place), ...inner };
  });
}

function idOf({ id }: Record<string, unknown>, pointer: string): string {
  if (typeof id !== 'string' || id === '')
    throw new InvalidInputError(WHAT, 'must be a text', `${pointer}/id`);
  return id;
}

function componentOf(system: SystemDescriptor, id: unknown): ComponentDescriptor {
  const found = findComponent(system.components, id);
  if (found !== undefined) return found;
  const known = system.components.map((component) => component.id).join(', ') || 'none';
  throw new InvalidInputError(
    WHAT,
    `must name a component of the system (${known})`,
    '/componentIdToProvision',
  );
}

function findComponent(
  components: readonly ComponentDescriptor[],
  id: unknown,
): ComponentDescriptor | undefined {
  for (const component of components) {
    const found = component.id === id ? component : findComponent(component.components ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}
