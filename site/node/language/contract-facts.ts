import { errors } from '@tessera/contracts/errors';
import { allApis, bundleOf, childOf, errorsOf, type PlacedApi } from '../contract-docs/catalog.ts';

/** A list of values that a contract allows. */
export interface Enumeration {
  readonly api: string;
  /** Schema, or schema and member, that has it; empty when it is elsewhere. */
  readonly name: string;
  readonly values: ReadonlySet<string>;
}

/** A bound or a default, with the directive that prints it. */
export interface Bound {
  readonly api: string;
  readonly value: string;
  /** `API#Schema/member.KEYWORD` or `API#operationId.PARAMETER.KEYWORD`. */
  readonly reference: string;
  readonly isDefault: boolean;
}

/** Facts of contracts that pages must not repeat by hand. */
export interface ContractFacts {
  readonly enumerations: readonly Enumeration[];
  readonly bounds: readonly Bound[];
  /** By method and path without the names of parameters: `API#operationId`. */
  readonly operations: ReadonlyMap<string, string>;
  /** By code: the APIs that return it. */
  readonly errors: ReadonlyMap<string, readonly string[]>;
}

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];

let facts: ContractFacts | null = null;

/** Reads all contracts once. */
export function contractFacts(): ContractFacts {
  facts ??= {
    enumerations: allApis().flatMap(enumerationsOf),
    bounds: allApis().flatMap(boundsOf),
    operations: new Map(allApis().flatMap(operationsOf)),
    errors: errorCodes(),
  };
  return facts;
}

/** `GET /v1/x/{token}` and `GET /v1/x/{id}` are one operation. */
export function operationKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}').replace(/\?.*$/, '')}`;
}

function operationsOf({ api }: PlacedApi): [string, string][] {
  return api.operations.flatMap(({ id, method, path }): [string, string][] => {
    const reference = `${api.id}#${id}`;
    const inside = /\/v\d\/.*$/.exec(path)?.[0] ?? path;
    return [path, inside].map((known) => [operationKey(method, known), reference]);
  });
}

function errorCodes(): Map<string, string[]> {
  const codes = new Map<string, string[]>(Object.keys(errors).map((code) => [code, []]));
  for (const placed of allApis()) {
    for (const { code } of errorsOf(placed)) codes.get(code)?.push(placed.api.id);
  }
  return codes;
}

function enumerationsOf(placed: PlacedApi): Enumeration[] {
  const schemas = childOf(childOf(bundleOf(placed), 'components'), 'schemas');
  return entriesOf(schemas).flatMap(([name, schema]) => enumerationsIn(placed.api.id, name, schema));
}

function enumerationsIn(api: string, name: string, node: unknown): Enumeration[] {
  const list = childOf(node, 'enum');
  const own = Array.isArray(list)
    ? [{ api, name, values: new Set(list.filter((value) => typeof value === 'string')) }]
    : [];
  const members = entriesOf(childOf(node, 'properties'));
  return [...own, ...members.flatMap(([key, child]) => enumerationsIn(api, `${name}/${key}`, child))];
}

function boundsOf(placed: PlacedApi): Bound[] {
  const { id } = placed.api;
  const bundle = bundleOf(placed);
  const schemas = entriesOf(childOf(childOf(bundle, 'components'), 'schemas')).flatMap(([name, schema]) =>
    boundsIn(id, `${id}#${name}`, schema),
  );
  const operations = entriesOf(childOf(bundle, 'paths')).flatMap(([, item]) => entriesOf(item));
  const parameters = operations.flatMap(([, operation]) => {
    const name = String(childOf(operation, 'operationId'));
    return listOf(childOf(operation, 'parameters')).flatMap((given) => {
      const parameter = resolve(bundle, given);
      const place = `${id}#${name}.${String(childOf(parameter, 'name'))}`;
      return boundsIn(id, place, resolve(bundle, childOf(parameter, 'schema')));
    });
  });
  return [...schemas, ...parameters];
}

function boundsIn(api: string, place: string, node: unknown): Bound[] {
  const own = [...BOUNDS, 'default'].flatMap((keyword): Bound[] => {
    const value = childOf(node, keyword);
    if (typeof value !== 'number' && !(typeof value === 'string' && /\d/.test(value))) return [];
    return [
      { api, value: String(value), reference: `${place}.${keyword}`, isDefault: keyword === 'default' },
    ];
  });
  const members = entriesOf(childOf(node, 'properties'));
  return [...own, ...members.flatMap(([key, child]) => boundsIn(api, `${place}/${key}`, child))];
}

function resolve(bundle: unknown, node: unknown): unknown {
  const ref = childOf(node, '$ref');
  if (typeof ref !== 'string') return node;
  return ref.replace(/^#\//, '').split('/').reduce(childOf, bundle);
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
