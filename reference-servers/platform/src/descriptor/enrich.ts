import { stringify } from 'yaml';

type Fields = Readonly<Record<string, unknown>>;

/** What the platform knows about a component that was provisioned. */
export interface ComponentResult {
  readonly componentId: string;
  /** What its tech adapter reported; absent when it reported nothing. */
  readonly info: Fields | undefined;
  readonly operation: string;
  readonly operationStatus: string;
}

/** How far a descriptor is enriched. */
export interface EnrichOptions {
  /** Adds the latest operation of each component to its `info`. */
  readonly withOperations?: boolean;
}

/** A copy of a system with the results of its components in their `info`. */
export function enrich(
  system: Fields,
  results: readonly ComponentResult[],
  { withOperations = false }: EnrichOptions = {},
): Fields {
  const byId = new Map(results.map((result) => [result.componentId, result]));
  const components = componentsOf(system).map((component) => {
    const result = byId.get(String(component['id']));
    if (result === undefined) return component;
    const { operation, operationStatus: status } = result;
    const latest = withOperations ? { latestProvisioningOperation: { operation, status } } : {};
    const info = { ...result.info, ...latest };
    return Object.keys(info).length === 0 ? component : { ...component, info };
  });
  return { ...system, components };
}

/** A copy of a system in which one component has another entry; it is added where the system has none. */
export function withComponent(system: Fields, entry: Fields): Fields {
  const others = componentsOf(system);
  const index = others.findIndex(({ id }) => id === entry['id']);
  return { ...system, components: index === -1 ? [...others, entry] : others.with(index, entry) };
}

/** YAML text that any reader takes: many refuse aliases, and folded lines are hard to compare. */
export function toYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** Texts of entries, as items of a list: every request about one component holds the entries of all others. */
const items = new WeakMap<Fields, string>();

/** The descriptor that a tech adapter gets about one component: the whole system, and which component is meant. */
export function toComponentYaml(system: Fields, componentId: string): string {
  const { components: _components, ...rest } = system;
  const list = componentsOf(system).map(toItem).join('').trimEnd();
  const head = indent(toYaml(rest));
  const tail = toYaml({ componentIdToProvision: componentId });
  return `dataProduct:\n${head}  components:${list === '' ? ' []' : `\n${list}`}\n${tail}`;
}

function toItem(entry: Fields): string {
  const known = items.get(entry);
  if (known !== undefined) return known;
  const text = indent(toYaml([entry]));
  items.set(entry, text);
  return text;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

function componentsOf({ components }: Fields): Fields[] {
  return Array.isArray(components) ? components : [];
}
