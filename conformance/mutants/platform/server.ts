import type { IncomingMessage, ServerResponse } from 'node:http';
import { assistantFixtures } from '@tessera/contracts/fixtures/assistant';
import { builderFixtures } from '@tessera/contracts/fixtures/builder';
import { coordinatorV1Fixtures } from '@tessera/contracts/fixtures/coordinator-v1';
import { coordinatorV2Fixtures } from '@tessera/contracts/fixtures/coordinator-v2';
import { docsAgentFixtures } from '@tessera/contracts/fixtures/docs-agent';
import { governanceFixtures } from '@tessera/contracts/fixtures/governance';
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
import type { ApiTable, Fixtures, OperationEntry, SchemaDocument } from '@tessera/contracts/vocabulary';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { pause } from '../habits.ts';
import { type Served, serve } from '../virtual-time.ts';
import { parseYaml } from '../yaml.ts';
import { answerWell } from './answers.ts';
import { type Memory, remember } from './memory.ts';

export type Body = Record<string, unknown>;

export interface Call {
  /** `API.operation`. */
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly input: unknown;
}

export interface Reply {
  status: number;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
}

/** Everything that a mutant can change. Times in milliseconds. */
export interface Habits {
  /** How long a task takes. */
  readonly work: number;
  /** The errors of a request; none if the platform accepts it. */
  refuse(call: Call, faults: readonly string[], isJson: boolean): readonly string[];
  answer(reply: Reply, call: Call, memory: Memory): Reply | Promise<Reply>;
  /** Whether a request with an unlisted HTTP method is served. */
  readonly anyMethod: boolean;
}

const HONEST: Habits = {
  work: 40,
  refuse: (_call, faults) => faults,
  answer: (reply) => reply,
  anyMethod: false,
};

/** Duration of every request in milliseconds, so that no two changes have the same timestamp. */
const TAKES = 1;

const PARTS: readonly (readonly [ApiTable, SchemaDocument, Fixtures])[] = [
  [coordinatorV1, coordinatorV1Schemas, coordinatorV1Fixtures],
  [coordinatorV2, coordinatorV2Schemas, coordinatorV2Fixtures],
  [builder, builderSchemas, builderFixtures],
  [governance, governanceSchemas, governanceFixtures],
  [assistant, assistantSchemas, assistantFixtures],
  [docsAgent, docsAgentSchemas, docsAgentFixtures],
];

interface Route {
  readonly api: string;
  readonly operation: OperationEntry;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly document: SchemaDocument;
  readonly fixtures: Fixtures;
}

const ROUTES: readonly Route[] = PARTS.flatMap(([table, document, fixtures]) =>
  Object.values(table.operations).map((operation) => {
    const path = `${table.prefix}${operation.path}`;
    return {
      api: table.id,
      operation,
      pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
      names: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? ''),
      document,
      fixtures,
    };
  }),
);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
for (const [, document] of PARTS) ajv.addSchema(document);

/** The contract's example of a response. */
function exampleOf(operation: string, status: number): unknown {
  const [api, id] = operation.split('.');
  const route = ROUTES.find((one) => one.api === api && one.operation.id === id);
  return Object.values(route?.fixtures[id ?? '']?.responses[String(status)] ?? {})[0]?.value;
}

/** Omits the name of the invalid member, because this server does not determine it. */
function refusalOf(operation: string): unknown {
  const example = exampleOf(operation, 400);
  if (typeof example !== 'object' || example === null || !('inputErrorField' in example)) return example;
  const { inputErrorField: _field, ...rest } = example;
  return rest;
}

/** Serves a small conformant platform, with the given changes, until the caller closes it. */
export async function startPlatform(
  changes: Partial<Habits> = {},
): Promise<Served & { readonly memory: Memory }> {
  const habits = { ...HONEST, ...changes };
  const memory = remember(habits.work);
  const served = await serve((request, response) => {
    respond(habits, memory, request)
      .then((reply) => write(response, reply))
      .catch((cause: unknown) => write(response, { status: 500, body: { error: String(cause) } }));
  });
  return { ...served, memory };
}

async function respond(habits: Habits, memory: Memory, request: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  await pause(TAKES);
  const [path = '', search = ''] = (request.url ?? '').split('?', 2);
  const fitting = ROUTES.filter(({ pattern }) => pattern.test(path));
  // The path with the fewest parameters is the best match.
  const own = fitting.filter(({ operation }) => operation.method === request.method);
  const served = own.length === 0 && habits.anyMethod ? fitting : own;
  const route = served.sort((left, right) => left.names.length - right.names.length)[0];
  if (route === undefined)
    return { status: fitting.length > 0 ? 405 : 404, body: { errors: ['nothing here'] } };
  const call = readCall(route, path, search, Buffer.concat(chunks).toString());
  const operation = `${route.api}.${route.operation.id}`;
  const type = request.headers['content-type'] ?? '';
  const foreign = type !== '' && !type.startsWith('application/json');
  if (foreign && route.operation.body !== undefined)
    return habits.answer({ status: 415, body: { errors: ['send JSON'] } }, call.call, memory);
  const faults = habits.refuse(call.call, findFaults(route, call), call.isJson);
  const reply =
    faults.length > 0
      ? { status: 400, body: refusalOf(operation) }
      : answerWell(memory, call.call, route.operation, exampleOf);
  return habits.answer(reply, call.call, memory);
}

interface Read {
  readonly call: Call;
  readonly isJson: boolean;
  readonly isEmpty: boolean;
}

function readCall(route: Route, path: string, search: string, text: string): Read {
  const values = route.pattern.exec(path)?.slice(1) ?? [];
  const query: Record<string, unknown> = {};
  for (const { name, in: place, type, default: fallback } of route.operation.parameters) {
    if (place !== 'query') continue;
    const given = new URLSearchParams(search).getAll(name);
    if (given.length === 0) {
      if (fallback !== undefined) query[name] = fallback;
    } else query[name] = type === 'array' ? given.flatMap((one) => one.split(',')) : readText(given[0], type);
  }
  let input: unknown;
  let isJson = true;
  try {
    input = text === '' ? undefined : JSON.parse(text);
  } catch {
    isJson = false;
  }
  const names = Object.fromEntries(
    route.names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
  );
  return {
    call: { operation: `${route.api}.${route.operation.id}`, path: names, query, input },
    isJson,
    isEmpty: text === '',
  };
}

function readText(text = '', type: unknown = 'string'): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** Whether the descriptor in a body is readable; true without a descriptor. */
function isYaml(input: unknown): boolean {
  const text = typeof input === 'object' && input !== null && 'descriptor' in input ? input.descriptor : '';
  try {
    parseYaml(String(text));
    return true;
  } catch {
    return false;
  }
}

function findFaults({ operation, document }: Route, { call, isJson, isEmpty }: Read): string[] {
  const isValid = (name: string, value: unknown): boolean =>
    ajv.getSchema(`${document.$id}#/$defs/${name}`)?.(value) === true;
  const faults: string[] = [];
  if (operation.body !== undefined) {
    if (!isJson || isEmpty || !isValid(operation.body.schema, call.input)) faults.push('body');
  }
  if (operation.parameters.some((one) => one.in === 'query') && !isValid(`${operation.id}.query`, call.query))
    faults.push('query');
  const after = call.query['lastDeploymentTime'];
  if (after !== undefined && Number.isNaN(Date.parse(String(after)))) faults.push('query');
  if (operation.body !== undefined && !isYaml(call.input)) faults.push('descriptor');
  if (`${operation.id}.path` in document.$defs && !isValid(`${operation.id}.path`, call.path))
    faults.push('path');
  return faults;
}

function write(response: ServerResponse, { status, body, raw, headers = {} }: Reply): void {
  const text = raw ?? (body === undefined ? '' : JSON.stringify(body));
  response.writeHead(status, { ...(text === '' ? {} : { 'content-type': 'application/json' }), ...headers });
  response.end(text);
}
