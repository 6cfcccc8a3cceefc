import { parseDocument, stringify } from 'yaml';
import { InvalidInputError } from './invalid-input.ts';
import { isObject } from './json-pointer.ts';

/** The descriptor of a system, with whatever members it has beside those that every descriptor has. */
export interface SystemDescriptor {
  /** URN of the system. */
  readonly id: string;
  /** Empty for a system without any. */
  readonly components: readonly ComponentDescriptor[];
  readonly [member: string]: unknown;
}

/** The part of a descriptor that is about one component. */
export interface ComponentDescriptor {
  /** URN of the component. */
  readonly id: string;
  /** Components within the component. */
  readonly components?: readonly ComponentDescriptor[];
  readonly [member: string]: unknown;
}

/** What a descriptor says. */
export interface Descriptor {
  /** The whole system, also in the descriptor of a component. */
  readonly system: SystemDescriptor;
  /** The component that a component descriptor is about; absent in the descriptor of a system. */
  readonly component: ComponentDescriptor | undefined;
}

const WHAT = 'the descriptor';

/**
 * Reads the YAML text of a descriptor: that of a system, or that of a component, which has the system under
 * `dataProduct` and the component's id in `componentIdToProvision`. Throws `InvalidInputError` with the place for text
 * that is no YAML, for what is no descriptor, and for a component that the system does not have.
 */
export function readDescriptor(text: string): Descriptor {
  const root = objectAt(parseYaml(`${text}`), '');
  if (root['dataProduct'] === undefined) return { system: systemIn(root, ''), component: undefined };
  const system = systemIn(root['dataProduct'], '/dataProduct');
  return { system, component: componentOf(system, root['componentIdToProvision']) };
}

/**
 * The YAML text of a component descriptor: the whole system, and which of its components is meant. Throws
 * `InvalidInputError` when the system has no such component. Takes a system or its YAML text.
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
