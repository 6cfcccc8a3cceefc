import { bundleOf, childOf, operationOf, type PlacedApi, schemaOf, UnknownName } from './catalog.ts';

type Node = Readonly<Record<string, unknown>>;

/** The bound or default of a parameter: `API#operationId.PARAMETER.KEYWORD`. @throws UnknownName */
export function parameterKeyword(reference: string): unknown {
  const [operationName = '', parameter = '', keyword = ''] = reference.split('.');
  const { placed, operation } = operationOf(operationName);
  const known = operation.parameters.map(({ name }) => name);
  if (!known.includes(parameter))
    throw new UnknownName(
      `${operationName} has no parameter ${parameter}; known: ${known.join(', ') || 'none'}`,
    );
  const bundle = bundleOf(placed);
  // The id of the operation is also in a link to it.
  const node = nodesOf(bundle).find(
    (candidate) => candidate['operationId'] === operation.id && 'responses' in candidate,
  );
  const parameters = listOf(node?.['parameters']).map((entry) => resolve(bundle, entry));
  const found = parameters.find((entry) => entry['name'] === parameter);
  return keywordOf(bundle, resolve(bundle, found?.['schema']), keyword, `${operationName}.${parameter}`);
}

/** The bound or default of a schema or a member of it: `API#Schema/member.KEYWORD`. @throws UnknownName */
export function schemaKeyword(reference: string): unknown {
  const dot = reference.lastIndexOf('.');
  const [schemaName = '', ...members] = reference.slice(0, dot).split('/');
  const { placed, schema } = schemaOf(schemaName);
  const bundle = bundleOf(placed);
  const node = membersOf(bundle, schemaNode(placed, schema.name), members, schemaName);
  return keywordOf(bundle, node, reference.slice(dot + 1), reference.slice(0, dot));
}

/** The enumerated values of a schema or a member of it: `API#Schema/member`. @throws UnknownName */
export function enumValues(reference: string): string[] {
  const [schemaName = '', ...members] = reference.split('/');
  const { placed, schema } = schemaOf(schemaName);
  const bundle = bundleOf(placed);
  const node = membersOf(bundle, schemaNode(placed, schema.name), members, schemaName);
  const values = valuesOf(node).concat(partsOf(bundle, node).flatMap(valuesOf));
  if (values.length === 0) throw new UnknownName(`${reference} is no enumeration`);
  return [...new Set(values)];
}

const enumerated = new Map<string, ReadonlySet<string>>();

/** Every value that an enumeration of an API has, whatever it belongs to. */
export function allEnumValues(placed: PlacedApi): ReadonlySet<string> {
  let values = enumerated.get(placed.api.id);
  if (!values) {
    values = new Set(nodesOf(bundleOf(placed)).flatMap(valuesOf));
    enumerated.set(placed.api.id, values);
  }
  return values;
}

function schemaNode(placed: PlacedApi, name: string): Node {
  const bundle = bundleOf(placed);
  return resolve(bundle, { $ref: `#/components/schemas/${name}` });
}

/** Follows members, including those of lists and alternatives. */
function membersOf(bundle: unknown, from: Node, members: readonly string[], path: string): Node {
  let node = from;
  let place = path;
  for (const member of members) {
    const next = partsOf(bundle, node)
      .map((part) => childOf(part['properties'], member))
      .find((child) => child !== undefined);
    if (next === undefined) throw new UnknownName(`${place} has no member ${member}`);
    node = resolve(bundle, next);
    place += `/${member}`;
  }
  return node;
}

function keywordOf(bundle: unknown, node: Node, keyword: string, place: string): unknown {
  const value = partsOf(bundle, node)
    .map((part) => part[keyword])
    .find((found) => found !== undefined);
  if (value === undefined || (typeof value === 'object' && value !== null))
    throw new UnknownName(`${place} has no ${keyword}`);
  return value;
}

/** A schema with everything that it is composed of: its parts, its alternatives, the items of a list. */
function partsOf(bundle: unknown, node: Node, above: readonly unknown[] = []): Node[] {
  const nested = [...['allOf', 'oneOf', 'anyOf'].flatMap((key) => listOf(node[key])), node['items']]
    .filter(isNode)
    // A recursive schema ends where it repeats.
    .filter((part) => part['$ref'] === undefined || !above.includes(part['$ref']))
    .flatMap((part) => partsOf(bundle, resolve(bundle, part), [...above, part['$ref']]));
  return [node, ...nested];
}

function valuesOf(node: Node): string[] {
  const values = [...listOf(node['enum']), ...('const' in node ? [node['const']] : [])];
  return values.filter((value) => typeof value !== 'object').map(String);
}

/** Not part of a contract's values: samples and the cases of rules. */
const SAMPLES = new Set(['examples', 'example', 'x-dp-rules']);

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (!isNode(value)) return [];
  const below = Object.entries(value).flatMap(([key, child]) => (SAMPLES.has(key) ? [] : nodesOf(child)));
  return [value, ...below];
}

function resolve(bundle: unknown, value: unknown): Node {
  if (!isNode(value)) return {};
  const ref = value['$ref'];
  if (typeof ref !== 'string') return value;
  let target: unknown = bundle;
  for (const segment of ref.replace(/^#\//, '').split('/')) target = childOf(target, segment);
  return { ...resolve(bundle, target), ...value };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
