import type {
  ReferenceApi,
  ReferenceOperation,
  ReferenceParameter,
} from '@tessera/contracts/reference-model';
import { exampleFor } from '../../shared/example-values.ts';
import type { PrintedLine, ResponseValue } from './response-values.ts';
import { filesIn, withTextFiles } from './text-files.ts';

/** Where `npm start` and `tessera serve all` serve everything. */
export const LOCAL_ORIGIN = 'http://localhost:4400';
const UUID = '5b7c2d1e-8f0a-4d36-9c55-1a2b3c4d5e6f';
const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
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
  /** Values of the response that later requests of the program send. */
  readonly keeps?: readonly ResponseValue[];
  /** How to request the other pages of a list. */
  readonly pages?: SamplePages;
  /** What the program prints; without it, the whole response. */
  readonly prints?: readonly PrintedLine[];
  /** The status of the error that the request is sent for: it does not end the program. */
  readonly fails?: number;
}

/** Names of the members that lead to the cursor of the next page in a response, and to the cursor in a body. */
export interface SamplePages {
  readonly next: readonly string[];
  readonly cursor: readonly string[];
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
  /** The terminal states of a task without success. */
  readonly failed: readonly string[];
}

/** Values of parameters, by name. */
export type Values = Readonly<Record<string, string | number | boolean | ResponseValue>>;

/** The body of a sample. */
export interface SampleBody {
  readonly mediaType: string;
  /** Long texts in it are files. */
  readonly value: unknown;
}

/** What a page sends instead of the examples of the contract. */
export interface GivenValues {
  readonly baseUrl?: string;
  readonly path?: Values;
  readonly query?: Values;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
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
  const headers = Object.entries(values('header')).map(([name, value]) => [name, String(value)]);
  const body = operation.body?.examples[0]?.value;
  const example = {
    path: values('path'),
    query: values('query'),
    headers: Object.fromEntries(headers),
    body,
  };
  return { ...requestOf(operation, api, example), needsToken: operation.errors['401'] !== undefined };
}

/** The request of an operation with exactly these values. */
export function requestOf(
  operation: ReferenceOperation,
  api: ReferenceApi,
  { baseUrl = LOCAL_ORIGIN + api.prefix, path = {}, query = {}, headers = {}, body }: GivenValues,
): SampleRequest {
  return {
    api: api.id,
    operation: operation.id,
    method: operation.method.toUpperCase(),
    baseUrl,
    url: baseUrl + fillPath(operation.path.slice(api.prefix.length), path) + queryString(query),
    path,
    query,
    headers,
    ...(operation.body && body !== undefined && { body: bodyOf(operation.body.mediaType, body) }),
    needsToken: false,
    ...(operation.longRunning && {
      task: taskOf(operation.longRunning, baseUrl.slice(0, -api.prefix.length)),
    }),
    hasAnswer: operation.responses.some(
      ({ status, schema }) => status.startsWith('2') && schema !== undefined,
    ),
  };
}

function taskOf(
  {
    startStatus,
    finishedStatus,
    token,
    state,
    poll,
    terminal,
    succeeded,
  }: NonNullable<ReferenceOperation['longRunning']>,
  origin: string,
): SampleTask {
  const [before = '', after = ''] = poll.path.split(`{${poll.parameter}}`);
  const members = (pointer: string) => pointer.split('/').slice(1);
  return {
    startStatus,
    canFinishAtOnce: finishedStatus !== undefined,
    token: members(token),
    state: members(state),
    url: [origin + before, after],
    terminal,
    failed: terminal.filter((one) => !succeeded.includes(one)),
  };
}

/** What a reader has to change first: a server assigns UUIDs, so those of the examples exist on no other one. */
export function idsToReplace({ path }: Pick<SampleRequest, 'path'>, code = (name: string) => name): string {
  const assigned = Object.keys(path).filter((name) => UUID_PATTERN.test(String(path[name])));
  return assigned.length === 0
    ? ''
    : `Replace ${assigned.map(code).join(' and ')} in the URL with a value that your server returned.`;
}

/** Which files the samples read. */
export function filesToSave({ body }: Pick<SampleRequest, 'body'>, code = (name: string) => name): string {
  const names = filesIn(body?.value).map(({ name }) => code(name));
  return names.length === 0
    ? ''
    : `Save ${names.join(' and ')} from the example of the request body; the command with curl also needs ${code('jq')}.`;
}

function bodyOf(mediaType: string, value: unknown): SampleBody {
  if (!/[/+]json$/.test(mediaType))
    throw new Error(`There is no way to show a body of ${mediaType} in samples.`);
  return { mediaType, value: withTextFiles(value) };
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
    values[name] === undefined ? whole : encodeURIComponent(String(values[name])),
  );
}

/** The query of a URL with its question mark; empty without values. */
export function queryString(values: Values): string {
  const text = new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}
