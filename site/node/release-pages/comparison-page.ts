import type {
  ReferenceApi,
  ReferenceOperation,
  ReferenceProperty,
  ReferenceResponse,
  ReferenceSchema,
  ReferenceType,
} from '@tessera/contracts/reference-model';
import { membersOf } from '../../reference/static/operation-changes.ts';
import type { PlacedApi } from '../contract-docs/catalog.ts';
import { blocks, code, sentences, table } from '../contract-docs/markdown.ts';
import { limits, operationLink, operationsTable, schemaLink } from '../contract-docs/tables.ts';
import { apiLink, enumerate } from './wording.ts';

/** Two versions of one contract with a file each, which servers offer side by side. */
export interface ContractPair {
  readonly older: PlacedApi;
  readonly newer: PlacedApi;
  /** Id of the page below `docs/`. */
  readonly page: string;
  /** Title of the contract, without a contract version. */
  readonly title: string;
  /** `v1`, `v2`. */
  readonly names: readonly [older: string, newer: string];
}

/** Contracts with the same name and successive numbers, such as `coordinator-v1` and `coordinator-v2`. */
export function contractPairs(apis: readonly PlacedApi[]): ContractPair[] {
  return apis.flatMap((newer) => {
    const [, stem, number] = /^(.*)-v(\d+)$/.exec(newer.api.id) ?? [];
    const before = `v${Number(number) - 1}`;
    const older = apis.find(({ api }) => api.id === `${stem}-${before}`);
    if (older === undefined) return [];
    return {
      ...{ older, newer },
      page: `p10_releases/${stem}_${before}_v${number}`,
      title: newer.api.title.replace(/ v\d+$/, ''),
      names: [before, `v${number}`] as const,
    };
  });
}

/** What both contract versions have, what differs in it, and what only one of them has. */
export function renderComparison({ older, newer, title, names: [before, after] }: ContractPair): string {
  const shared = newer.api.operations.flatMap((operation) => {
    const other = older.api.operations.find((one) => pathOf(one, older.api) === pathOf(operation, newer.api));
    return other === undefined ? [] : [{ before: other, after: operation }];
  });
  const sharedSchemas = newer.api.schemas.flatMap((schema) => {
    const other = older.api.schemas.find(({ name }) => name === schema.name);
    return other === undefined ? [] : [{ before: other, after: schema }];
  });
  const only = (placed: PlacedApi, side: 'before' | 'after', name: string) =>
    operationsTable(placed, (operation) => !shared.some((pair) => pair[side] === operation)) ||
    `Every operation of ${name} is in both.`;
  const differing = sharedSchemas.flatMap((pair) => memberRows(pair.before, pair.after, [before, after]));
  const same = sharedSchemas.filter((pair) => memberRows(pair.before, pair.after, ['', '']).length === 0);
  const onlyIn = (placed: PlacedApi, side: 'before' | 'after') =>
    placed.api.schemas.filter((schema) => !sharedSchemas.some((pair) => pair[side] === schema));
  return blocks(
    `The ${title} has two contracts: ${apiLink(older)} and ${apiLink(newer)}. This page compares ${older.api.version} of the first with ${newer.api.version} of the second. A server offers both at once: an operation that only ${before} has is still available, unless it is marked as deprecated.`,
    `## Operations in both`,
    ...shared.map((pair) => renderPair({ older, newer, ...pair }, [before, after])),
    `## Operations only in ${before}`,
    only(older, 'before', before),
    `## Operations only in ${after}`,
    only(newer, 'after', after),
    '## Schemas',
    table(['Schema', `In ${before}`, `In ${after}`], differing),
    schemaList(
      'The same in both',
      newer,
      same.map((pair) => pair.after),
    ),
    schemaList(`Only in ${before}`, older, onlyIn(older, 'before')),
    schemaList(`Only in ${after}`, newer, onlyIn(newer, 'after')),
  );
}

function schemaList(title: string, placed: PlacedApi, schemas: readonly ReferenceSchema[]): string {
  if (schemas.length === 0) return '';
  return `${title}: ${enumerate(schemas.map(({ name }) => schemaLink(placed, name)))}.`;
}

/** Method and path, without the number of the contract version. */
function pathOf({ method, path }: ReferenceOperation, { prefix }: ReferenceApi): string {
  return `${method} ${path.slice(prefix.length).replace(/^\/v\d+(?=\/)/, '')}`;
}

interface OperationPair {
  readonly older: PlacedApi;
  readonly newer: PlacedApi;
  readonly before: ReferenceOperation;
  readonly after: ReferenceOperation;
}

type Names = ContractPair['names'];
type Row = readonly [what: string, before: string, after: string];

function renderPair({ older, newer, before, after }: OperationPair, names: Names): string {
  const [bodyBefore, bodyAfter] = [bodySchema(older.api, before), bodySchema(newer.api, after)];
  const statuses = [...before.responses, ...after.responses].map(({ status }) => status);
  const rows: Row[] = [
    ['Path', operationLink(older, before), operationLink(newer, after)],
    ['Name in the client', code(`${before.id}()`), code(`${after.id}()`)],
    ...parameterRows(before, after),
    ...schemaRow('Request body', [older, before.body?.schema], [newer, after.body?.schema]),
    ...(bodyBefore && bodyAfter ? memberRows(bodyBefore, bodyAfter, names, 'Request member') : []),
    ...[...new Set(statuses)].sort().flatMap((status) => {
      const [left, right] = [before, after].map(({ responses }) =>
        responses.find((response) => response.status === status),
      );
      if (left && right)
        return schemaRow(`Status ${code(status)}`, [older, left.schema], [newer, right.schema]);
      const cell = (placed: PlacedApi, found: ReferenceResponse | undefined) =>
        found ? schemaCell(placed, found.schema) : 'not declared';
      return [[`Status ${code(status)}`, cell(older, left), cell(newer, right)] as const];
    }),
  ];
  const differing = rows.filter(([, left, right]) => left !== right);
  return blocks(`### ${after.summary}`, table(['Part', `In ${names[0]}`, `In ${names[1]}`], differing));
}

/** A row about two bodies; none when their schemas have the same name. */
function schemaRow(what: string, [older, before]: NamedSchema, [newer, after]: NamedSchema): Row[] {
  return before === after ? [] : [[what, schemaCell(older, before), schemaCell(newer, after)]];
}

type NamedSchema = readonly [placed: PlacedApi, name: string | undefined];

function parameterRows(before: ReferenceOperation, after: ReferenceOperation): Row[] {
  const names = [...before.parameters, ...after.parameters].map((one) => one.name);
  return [...new Set(names)].map((name) => {
    const cell = ({ parameters }: ReferenceOperation) => {
      const found = parameters.find((one) => one.name === name);
      return found ? typeCell(found) : 'none';
    };
    return [`Parameter ${code(name)}`, cell(before), cell(after)];
  });
}

/** The members that differ, one row each. */
function memberRows(
  before: ReferenceSchema,
  after: ReferenceSchema,
  [older, newer]: Names,
  what = code(after.name),
): Row[] {
  const [left, right] = [before, after].map(
    ({ properties }) => new Map(membersOf(properties).map(({ name, property }) => [name, property])),
  );
  const names = [...(left?.keys() ?? []), ...(right?.keys() ?? [])];
  const rows = [...new Set(names)].map((name): Row => {
    const cell = (property: ReferenceProperty | undefined, where: string) =>
      property ? typeCell(property) : `not in ${where}`;
    return [`${what}, ${code(name)}`, cell(left?.get(name), older), cell(right?.get(name), newer)];
  });
  const whole: Row = [what, valueCell(before), valueCell(after)];
  return [whole, ...rows].filter(([, one, other]) => one !== other);
}

function bodySchema({ schemas }: ReferenceApi, { body }: ReferenceOperation): ReferenceSchema | undefined {
  return schemas.find(({ name }) => name === body?.schema);
}

function schemaCell(placed: PlacedApi, name: string | undefined): string {
  return name === undefined ? 'no body' : schemaLink(placed, name);
}

function typeCell(value: ReferenceType & { readonly required: boolean; readonly deprecated?: true }): string {
  const flags = [value.required ? 'required' : 'optional', value.deprecated ? 'deprecated' : ''];
  return sentences(`${value.type}, ${flags.filter(Boolean).join(', ')}.`, limits(value));
}

/** The type and the values of a schema that is no object. */
function valueCell(schema: ReferenceSchema): string {
  return sentences(`${schema.type}.`, limits(schema));
}
