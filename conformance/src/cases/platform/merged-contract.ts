import { areas } from '@tessera/contracts/apis';
import { capabilities } from '@tessera/contracts/capabilities';
import { errors } from '@tessera/contracts/errors';
import { assistantFixtures } from '@tessera/contracts/fixtures/assistant';
import { builderFixtures } from '@tessera/contracts/fixtures/builder';
import { coordinatorV1Fixtures } from '@tessera/contracts/fixtures/coordinator-v1';
import { coordinatorV2Fixtures } from '@tessera/contracts/fixtures/coordinator-v2';
import { docsAgentFixtures } from '@tessera/contracts/fixtures/docs-agent';
import { governanceFixtures } from '@tessera/contracts/fixtures/governance';
import { lifecycles } from '@tessera/contracts/lifecycles';
import { assistant } from '@tessera/contracts/operations/assistant';
import { builder } from '@tessera/contracts/operations/builder';
import { coordinatorV1 } from '@tessera/contracts/operations/coordinator-v1';
import { coordinatorV2 } from '@tessera/contracts/operations/coordinator-v2';
import { docsAgent } from '@tessera/contracts/operations/docs-agent';
import { governance } from '@tessera/contracts/operations/governance';
import { assistantSchemas } from '@tessera/contracts/schemas/assistant';
import { builderSchemas } from '@tessera/contracts/schemas/builder';
import { coordinatorV1Schemas } from '@tessera/contracts/schemas/coordinator-v1';
import { coordinatorV2Schemas } from '@tessera/contracts/schemas/coordinator-v2';
import { docsAgentSchemas } from '@tessera/contracts/schemas/docs-agent';
import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import type {
  ApiTable,
  Fixtures,
  OperationEntry,
  ResponseEntry,
  SchemaDocument,
  TaskCallEntry,
} from '@tessera/contracts/vocabulary';
import type { Contract } from '../../suite/contract.ts';
import { isObject } from '../../suite/json.ts';

/** One API of the platform, with its schemas and examples. */
type Part = readonly [table: ApiTable, schemas: SchemaDocument, fixtures: Fixtures];

const PARTS: readonly Part[] = [
  [coordinatorV1, coordinatorV1Schemas, coordinatorV1Fixtures],
  [coordinatorV2, coordinatorV2Schemas, coordinatorV2Fixtures],
  [builder, builderSchemas, builderFixtures],
  [governance, governanceSchemas, governanceFixtures],
  [assistant, assistantSchemas, assistantFixtures],
  [docsAgent, docsAgentSchemas, docsAgentFixtures],
];

/**
 * All APIs of a platform as one contract: one address serves them under their prefixes. Operation names have the API as
 * prefix.
 */
export function mergePlatform(): Contract {
  const ids = PARTS.map(([table]) => table.id);
  return {
    table: {
      id: 'platform',
      area: 'platform',
      title: 'Platform API',
      version: areas.find(({ id }) => id === 'platform')?.version ?? '',
      prefix: '',
      operations: Object.fromEntries(
        PARTS.flatMap(([table]) => Object.values(table.operations).map((one) => qualify(table, one))).map(
          (one) => [one.id, one],
        ),
      ),
    },
    schemas: {
      $schema: governanceSchemas.$schema,
      $id: 'urn:tessera:contracts:platform',
      assertsFormats: true,
      $defs: Object.assign({}, ...PARTS.map(([table, schemas]) => qualifySchemas(table.id, schemas))),
    },
    fixtures: Object.assign(
      {},
      ...PARTS.map(([table, , fixtures]) => withPrefix(table.id, Object.entries(fixtures))),
    ),
    lifecycles,
    capabilities: Object.values(capabilities).filter(({ api }) => ids.includes(api)),
    errors,
  };
}

function qualify({ id, prefix }: ApiTable, operation: OperationEntry): OperationEntry {
  // A platform is one deployment: clients do not choose the versions of its APIs.
  const { since: _since, body, longRunning, ...rest } = operation;
  const own = (name: string): string => `${id}.${name}`;
  const schemaOf = ({ schema }: { readonly schema?: string }) =>
    schema === undefined ? {} : { schema: own(schema) };
  return {
    ...rest,
    id: own(operation.id),
    path: `${prefix}${operation.path}`,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, one]) => [
        status,
        { ...one, ...schemaOf(one), ...linksOf(id, one) },
      ]),
    ),
    ...(body === undefined ? {} : { body: { ...body, schema: own(body.schema) } }),
    ...(longRunning === undefined
      ? {}
      : {
          longRunning: {
            ...longRunning,
            poll: qualifyCall(id, longRunning.poll),
            ...(longRunning.cancel === undefined ? {} : { cancel: qualifyCall(id, longRunning.cancel) }),
          },
        }),
  };
}

/** Links point to operations of the merged contract. */
function linksOf(own: string, { links }: ResponseEntry): Pick<ResponseEntry, 'links'> {
  if (links === undefined) return {};
  const qualified = Object.entries(links).map(
    ([name, { api = own, ...link }]) => [name, { ...link, operation: `${api}.${link.operation}` }] as const,
  );
  return { links: Object.fromEntries(qualified) };
}

/** One API may start work that another one reports. */
function qualifyCall(own: string, { api = own, ...call }: TaskCallEntry): TaskCallEntry {
  return { ...call, operation: `${api}.${call.operation}` };
}

function qualifySchemas(api: string, document: SchemaDocument): Record<string, unknown> {
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', `#/$defs/${api}.`)
          : rewrite(inner),
      ]),
    );
  };
  return withPrefix(
    api,
    Object.entries(document.$defs).map(([name, schema]) => [name, rewrite(schema)] as const),
  );
}

function withPrefix<T>(api: string, entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries.map(([name, value]) => [`${api}.${name}`, value]));
}
