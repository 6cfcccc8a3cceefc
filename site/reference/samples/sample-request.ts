import type {
  ReferenceApi,
  ReferenceOperation,
  ReferenceParameter,
} from '@tessera/contracts/reference-model';
import { exampleFor } from '../../shared/example-values.ts';

/** Where `npm start` and `tessera serve all` serve everything. */
export const LOCAL_ORIGIN = 'http://localhost:4400';
/** A body with more lines than this is read from a file. */
const INLINE_LINES = 30;
const UUID = '5b7c2d1e-8f0a-4d36-9c55-1a2b3c4d5e6f';
const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** The file with such a body. */
export const BODY_FILE = 'body.json';

/** A request that the contract allows, with the values of its examples. */
export interface SampleRequest {
  readonly api: string;
  readonly operation: string;
  readonly method: string;
  /** Of the server, with the prefix of the API. */
  readonly baseUrl: string;
  readonly url: string;
  readonly path: Values;
  readonly query: Values;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: SampleBody;
  /** Whether the caller has to prove who it is. */
  readonly needsToken: boolean;
  /** How to follow the task that the request starts. */
  readonly task?: SampleTask;
  /** Whether a success has a body. */
  readonly hasAnswer: boolean;
}

/** How to poll a task until it has ended. */
export interface SampleTask {
  /** The status that a started task gets; another one means that the work has ended. */
  readonly startStatus: string;
  readonly canFinishAtOnce: boolean;
  /** Names of the members that lead to the token in the response, and to the state in a poll. */
  readonly token: readonly string[];
  readonly state: readonly string[];
  /** The address of a poll, before and after the token. */
  readonly url: readonly [string, string];
  readonly terminal: readonly string[];
}

/** Values of parameters, by name. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** The body of a sample. */
export interface SampleBody {
  readonly mediaType: string;
  readonly value: unknown;
  readonly json: string;
  /** Whether the body is so long that it is read from a file. */
  readonly isFile: boolean;
}

/** The request of an operation with everything that is required, and with the first example of its body. */
export function sampleRequest(operation: ReferenceOperation, api: ReferenceApi): SampleRequest {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const values = (place: string): Values =>
    Object.fromEntries(
      required
        .filter((parameter) => parameter.in === place)
        .map((parameter) => [parameter.name, valueFor(parameter, operation, api)]),
    );
  const path = values('path');
  const query = values('query');
  const example = operation.body?.examples[0];
  return {
    api: api.id,
    operation: operation.id,
    method: operation.method.toUpperCase(),
    baseUrl: LOCAL_ORIGIN + api.prefix,
    url: LOCAL_ORIGIN + fillPath(operation.path, path) + queryString(query),
    path,
    query,
    headers: Object.fromEntries(
      Object.entries(values('header')).map(([name, value]) => [name, String(value)]),
    ),
    ...(operation.body && example && { body: bodyOf(operation.body.mediaType, example.value) }),
    needsToken: operation.errors['401'] !== undefined,
    ...(operation.longRunning && { task: taskOf(operation.longRunning) }),
    hasAnswer: operation.responses.some(
      ({ status, schema }) => status.startsWith('2') && schema !== undefined,
    ),
  };
}

function taskOf({
  startStatus,
  finishedStatus,
  token,
  state,
  poll,
  terminal,
}: NonNullable<ReferenceOperation['longRunning']>): SampleTask {
  const [before = '', after = ''] = poll.path.split(`{${poll.parameter}}`);
  const members = (pointer: string) => pointer.split('/').slice(1);
  return {
    startStatus,
    canFinishAtOnce: finishedStatus !== undefined,
    token: members(token),
    state: members(state),
    url: [LOCAL_ORIGIN + before, after],
    terminal,
  };
}

/** What a reader has to change first: a server assigns UUIDs, so those of the examples exist on no other one. */
export function idsToReplace({ path }: Pick<SampleRequest, 'path'>, code = (name: string) => name): string {
  const assigned = Object.keys(path).filter((name) => UUID_PATTERN.test(String(path[name])));
  return assigned.length === 0
    ? ''
    : `Replace ${assigned.map(code).join(' and ')} in the URL with a value that your server returned.`;
}

function bodyOf(mediaType: string, value: unknown): SampleBody {
  if (!/[/+]json$/.test(mediaType))
    throw new Error(`There is no way to show a body of ${mediaType} in samples.`);
  const json = JSON.stringify(value, null, 2);
  const isFile = json.split('\n').length > INLINE_LINES || json.split('\\n').length > INLINE_LINES;
  return { mediaType, value, json, isFile };
}

function valueFor(
  parameter: ReferenceParameter,
  operation: ReferenceOperation,
  api: ReferenceApi,
): string | number | boolean {
  const value =
    parameter.example ?? parameter.values?.[0] ?? parameter.default ?? exampleOf(parameter, operation, api);
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

/** An example of the contract, or what the type of the parameter allows. */
function exampleOf(parameter: ReferenceParameter, operation: ReferenceOperation, api: ReferenceApi): unknown {
  const { name, type, minimum, constraints } = parameter;
  const near = api.operations.filter(({ tag }) => tag === operation.tag).flatMap(examplesOf);
  const found = exampleFor(name, near, api.operations.flatMap(examplesOf));
  if (type === 'integer' || type === 'number') return typeof found === 'number' ? found : (minimum ?? 0);
  if (found !== name) return found;
  return constraints.includes('format uuid') ? UUID : name;
}

function examplesOf({ body, responses }: ReferenceOperation): unknown[] {
  return [...(body?.examples ?? []), ...responses.flatMap(({ examples }) => examples)].map(
    ({ value }) => value,
  );
}

/** A path with the values of its parameters; one without a value stays. */
export function fillPath(template: string, values: Values): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : encodeURIComponent(values[name]),
  );
}

/** The query of a URL with its question mark; empty without values. */
export function queryString(values: Values): string {
  const text = new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}
