import { stringify } from 'yaml';

type Fields = Readonly<Record<string, unknown>>;

/** The platform's knowledge about a provisioned component. */
export interface ComponentResult {
  readonly componentId: string;
  /** The results of its tech adapter; absent without any. */
  readonly info: Fields | undefined;
  readonly operation: string;
  readonly operationStatus: string;
}

/** The level of enrichment. */
export interface EnrichOptions {
  /** Adds the latest operation of each component to its `info`. */
  readonly withOperations?: boolean;
}

/** A system with the results of its components in their `info`: a copy, or the same when there are none. */
export function enrich(
  system: Fields,
  results: readonly ComponentResult[],
  { withOperations = false }: EnrichOptions = {},
): Fields {
  if (results.length === 0) return system;
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

/** A system in which one component has this entry: a copy, or the same when it has it; an unknown one is added. */
export function withComponent(system: Fields, entry: Fields): Fields {
  const others = componentsOf(system);
  const index = others.findIndex(({ id }) => id === entry['id']);
  if (others[index] === entry) return system;
  return { ...system, components: index === -1 ? [...others, entry] : others.with(index, entry) };
}

/** YAML text that any parser accepts: many reject aliases, and folded lines are hard to compare. */
export function toYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** Cached texts of systems and of their entries: every request about one component contains all others as well. */
const texts = new WeakMap<Fields, string>();

/** The descriptor that a tech adapter gets about one component: the whole system, and which component is meant. */
export function toComponentYaml(system: Fields, componentId: string): string {
  return textOnce(system, toProductYaml) + toYaml({ componentIdToProvision: componentId });
}

function toProductYaml(system: Fields): string {
  const { components: _components, ...rest } = system;
  const list = componentsOf(system)
    .map((entry) => textOnce(entry, toItem))
    .join('')
    .trimEnd();
  return `dataProduct:\n${indent(toYaml(rest))}  components:${list === '' ? ' []' : `\n${list}`}\n`;
}

function toItem(entry: Fields): string {
  return indent(toYaml([entry]));
}

function textOnce(fields: Fields, write: (fields: Fields) => string): string {
  const known = texts.get(fields);
  if (known !== undefined) return known;
  const text = write(fields);
  texts.set(fields, text);
  return text;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

function componentsOf({ components }: Fields): Fields[] {
  return Array.isArray(components) ? components : [];
}
