import type { IncomingMessage } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mergePlatform } from '../../src/cases/platform/merged-contract.ts';
import { parseJson } from '../../src/suite/json.ts';
import { pause, type Reply, send } from '../reply.ts';
import { parametersIn, type Route, routesOf, textOf } from '../routes.ts';
import { type Served, serve } from '../virtual-time.ts';
import { parseYaml } from '../yaml.ts';
import { answerWell } from './answers.ts';
import { type Memory, remember } from './memory.ts';

export interface Call {
  /** `API.operation`. */
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly input: unknown;
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

/** All APIs of the platform, with their prefixes. */
const { table, schemas, fixtures } = mergePlatform();
const ROUTES = routesOf(table.operations);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(schemas);

/** The contract's example of a response. */
function exampleOf(operation: string, status: number): unknown {
  return Object.values(fixtures[operation]?.responses[String(status)] ?? {})[0]?.value;
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
      .then((reply) => send(response, reply))
      .catch((cause: unknown) => send(response, { status: 500, body: { error: String(cause) } }));
  });
  return { ...served, memory };
}

async function respond(habits: Habits, memory: Memory, request: IncomingMessage): Promise<Reply> {
  const text = await textOf(request);
  await pause(TAKES);
  const [path = '', search = ''] = (request.url ?? '').split('?', 2);
  const fitting = ROUTES.filter(({ pattern }) => pattern.test(path));
  const own = fitting.filter(({ operation }) => operation.method === request.method);
  const served = own.length === 0 && habits.anyMethod ? fitting : own;
  const [route] = served;
  if (route === undefined)
    return { status: fitting.length > 0 ? 405 : 404, body: { errors: ['nothing here'] } };
  const { operation } = route;
  const call = readCall(route, path, search, text);
  const type = request.headers['content-type'] ?? '';
  const foreign = type !== '' && !type.startsWith('application/json');
  if (foreign && operation.body !== undefined)
    return habits.answer({ status: 415, body: { errors: ['send JSON'] } }, call.call, memory);
  const faults = habits.refuse(call.call, findFaults(route, call), call.isJson);
  const reply =
    faults.length > 0
      ? { status: 400, body: refusalOf(operation.id) }
      : answerWell(memory, call.call, operation, exampleOf);
  return habits.answer(reply, call.call, memory);
}

interface Read {
  readonly call: Call;
  readonly isJson: boolean;
  readonly isEmpty: boolean;
}

function readCall(route: Route, path: string, search: string, text: string): Read {
  const query: Record<string, unknown> = {};
  for (const { name, in: place, type, default: fallback } of route.operation.parameters) {
    if (place !== 'query') continue;
    const given = new URLSearchParams(search).getAll(name);
    if (given.length === 0) {
      if (fallback !== undefined) query[name] = fallback;
    } else query[name] = type === 'array' ? given.flatMap((one) => one.split(',')) : readText(given[0], type);
  }
  const json = parseJson(text);
  const call = { operation: route.operation.id, path: parametersIn(route, path), query, input: json?.value };
  return { call, isJson: json !== undefined || text === '', isEmpty: text === '' };
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

function findFaults({ operation }: Route, { call, isJson, isEmpty }: Read): string[] {
  const isValid = (name: string, value: unknown): boolean =>
    ajv.getSchema(`${schemas.$id}#/$defs/${name}`)?.(value) === true;
  const faults: string[] = [];
  if (operation.body !== undefined) {
    if (!isJson || isEmpty || !isValid(operation.body.schema, call.input)) faults.push('body');
  }
  if (operation.parameters.some((one) => one.in === 'query') && !isValid(`${operation.id}.query`, call.query))
    faults.push('query');
  const after = call.query['lastDeploymentTime'];
  if (after !== undefined && Number.isNaN(Date.parse(String(after)))) faults.push('query');
  if (operation.body !== undefined && !isYaml(call.input)) faults.push('descriptor');
  if (`${operation.id}.path` in schemas.$defs && !isValid(`${operation.id}.path`, call.path))
    faults.push('path');
  return faults;
}
