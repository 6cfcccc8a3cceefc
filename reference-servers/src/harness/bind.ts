import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { withoutNulls } from './absent-members.ts';
import { type Contract, codeForAbsent, codeForPart } from './contract.ts';
import { valueAt } from './json-pointer.ts';
import { isRecord } from './json-schema.ts';
import { createDecoders, type Decoded } from './parameters.ts';
import { Refusal } from './problem.ts';
import type { Failure, Validators } from './validators.ts';

/** What the harness passes to every handler beside the request. */
export interface HandlerContext {
  /** Appears in the log entries of the request, and in the response to an unexpected problem. */
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
  /** All headers of the request, including those that the contract does not know. */
  readonly headers: FastifyRequest['headers'];
}

/** Authenticates the sender of a request to a secured operation. */
export type Authenticate = (
  request: { readonly headers: FastifyRequest['headers'] },
  operationId: string,
) => boolean | Promise<boolean>;

/** An operation with its handler; everything is prepared that can be. */
export interface BoundOperation {
  readonly contract: Contract;
  readonly entry: OperationEntry;
  readonly authenticate: Authenticate | undefined;
  /** Validates, calls the handler, validates its response. */
  readonly answer: (
    request: FastifyRequest,
    response: ServerResponse,
  ) => CheckedAnswer | Promise<CheckedAnswer>;
}

/** A response that keeps the contract; `body` is serialized. */
export interface CheckedAnswer {
  readonly status: number;
  readonly mediaType?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Settings of a mount for all its operations. */
export interface Binding {
  readonly authenticate: Authenticate | undefined;
  /** Handlers may also return the errors of the contract instead of throwing their codes. */
  readonly answersErrors: boolean;
  /** Response bodies are validated against their schemas. */
  readonly validateResponses: boolean;
}

/** A handler returned something that its contract forbids. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
  /** JSON pointer into the response. */
  readonly pointer: string;
  /** The value at the pointer, and the part of the schema that it violates. */
  readonly difference: { readonly expected: unknown; readonly actual: unknown } | undefined;

  constructor(message: string, pointer = '', difference?: ContractBreach['difference']) {
    super(message);
    this.pointer = pointer;
    this.difference = difference;
  }
}

/** Bodies up to this size are checked for all failures, larger ones until the first; in bytes. */
const THOROUGH_LIMIT = 64 * 1024;

/** Maximum number of failures in one response. */
const MOST_FAILURES = 20;

type Handler = (request: HandlerRequest, context: HandlerContext) => unknown;

/** Prepares an operation: decoders, names of the schemas to check against, and the handler. */
export function bindOperation(
  contract: Contract,
  entry: OperationEntry,
  validators: Validators,
  handler: Handler,
  binding: Binding,
): BoundOperation {
  const decoders = createDecoders(entry, contract.schemas);
  const has = (place: string): boolean => entry.parameters.some((parameter) => parameter.in === place);
  const [hasPath, hasQuery, hasHeaders] = [has('path'), has('query'), has('header')];

  function check(place: string, schema: string, value: unknown, size: number): void {
    let failures = validators.checkRequest(schema, value);
    if (failures.length === 0) return;
    if (size <= THOROUGH_LIMIT) failures = validators.checkRequest(schema, value, true);
    if (place === 'headers') failures = failures.map((failure) => nameHeader(entry, failure));
    throw refusal(entry, place, failures.slice(0, MOST_FAILURES));
  }

  function read(request: FastifyRequest, response: ServerResponse): HandlerRequest {
    const params = isRecord(request.params) ? request.params : {};
    const path = hasPath ? decoders.path(params) : {};
    const query = hasQuery ? decoders.query(queryOf(request.url)) : {};
    const headers = hasHeaders ? decoders.headers(request.headers) : {};
    if (hasPath) check('path', `${entry.id}.path`, path, 0);
    if (hasQuery) check('query', `${entry.id}.query`, query, 0);
    if (hasHeaders) check('headers', `${entry.id}.header`, lowerNames(headers), 0);
    return new HandlerRequest(path, query, headers, readBody(request), response);
  }

  function readBody({ body, headers }: FastifyRequest): unknown {
    if (entry.body === undefined) return body;
    if (body === undefined) {
      if (entry.body.required) throw new Refusal(codeForPart(entry, 'request-body-required'));
      return body;
    }
    const { schema } = entry.body;
    if (validators.checkRequest(schema, body).length === 0) return body;
    // Only now, because few callers send null for what is absent.
    const tidied = withoutNulls(contract.schemas, schema, body);
    check('body', schema, tidied, Number(headers['content-length'] ?? Infinity));
    return tidied;
  }

  function answer(request: FastifyRequest, response: ServerResponse): CheckedAnswer | Promise<CheckedAnswer> {
    const context = { requestId: request.id, log: request.log, headers: request.headers };
    const given = handler(read(request, response), context);
    if (!isPromiseLike(given)) return checkAnswer(entry, validators, given, binding);
    return Promise.resolve(given).then((one) => checkAnswer(entry, validators, one, binding));
  }

  return { contract, entry, authenticate: binding.authenticate, answer };
}

/** A request in the names of the contract. */
class HandlerRequest {
  readonly path: Decoded;
  readonly query: Decoded;
  readonly headers: Decoded;
  readonly body: unknown;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(path: Decoded, query: Decoded, headers: Decoded, body: unknown, response: ServerResponse) {
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.body = body;
    this.#response = response;
  }

  /** Made on demand, because few handlers ask. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#response);
    return this.#signal;
  }
}

/** Aborted when the client has disconnected, even before a handler read the signal. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const look = (): void => {
    if (!response.writableEnded) controller.abort();
  };
  if (response.destroyed) look();
  else response.once('close', look);
  return controller.signal;
}

/** Header names are case-insensitive; the generated schemas have them in lower case. */
function lowerNames(headers: Decoded): Decoded {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Reports a header under the contract's spelling of its name. */
function nameHeader(entry: OperationEntry, failure: Failure): Failure {
  const [first = '', ...rest] = failure.field.split('.');
  const header = entry.parameters.find(
    ({ in: place, name }) => place === 'header' && name.toLowerCase() === first,
  );
  return { ...failure, field: [header?.name ?? first, ...rest].join('.') };
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

/** Subjects of the sentence when a whole part of the request is wrong. */
const PART_NAMES: Readonly<Record<string, string>> = {
  body: 'the request body',
  path: 'the path',
  query: 'the query',
  headers: 'the header',
};

/** The most specific code for the failure: the code for an absent member if there is one, otherwise REQUEST_INVALID. */
function refusal(entry: OperationEntry, place: string, failures: readonly Failure[]): Refusal {
  const errors = failures.map((failure) => {
    const { field, absent, problem } = failure;
    const inputErrorField = field === '' ? {} : { inputErrorField: field };
    const own = absent === undefined ? undefined : codeForAbsent(entry, absent);
    if (own !== undefined) return { own: true, code: own, values: {}, inputErrorField };
    const values = { field: field === '' ? (PART_NAMES[place] ?? place) : field, problem };
    return { own: false, code: codeForPart(entry, 'request-invalid'), values, inputErrorField };
  });
  const [first, ...rest] = errors.toSorted((a, b) => Number(b.own) - Number(a.own));
  if (first === undefined) throw new Error('a refusal needs a failure');
  const also = rest.map(({ code, values }) => new Refusal(code, values));
  return new Refusal(first.code, first.values, { ...first.inputErrorField, also });
}

/** Also for thenables that are not a `Promise`, such as query builders. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return isRecord(value) && typeof value['then'] === 'function';
}

function checkAnswer(
  entry: OperationEntry,
  validators: Validators,
  given: unknown,
  { answersErrors, validateResponses }: Binding,
): CheckedAnswer {
  if (!isRecord(given) || typeof given['status'] !== 'number') {
    throw new ContractBreach('the handler answered without a status');
  }
  const { status } = given;
  const body = asSent(given['body']);
  const headers = readHeaders(given['headers']);
  const declared = entry.responses[String(status)];
  if (declared === undefined || (status >= 400 && !answersErrors)) {
    throw new ContractBreach(`the handler answered ${status}, which is not one of the operation's successes`);
  }
  if (declared.schema === undefined) {
    if (body !== undefined) throw new ContractBreach(`the handler answered ${status} with a body`);
    return { status, headers };
  }
  const [failure] = validateResponses ? validators.checkResponse(declared.schema, body) : [];
  if (failure !== undefined) {
    const where = failure.field === '' ? 'the body' : failure.field;
    throw new ContractBreach(
      `the answer ${status} breaks the contract: ${where} ${failure.problem}`,
      failure.pointer,
      { expected: failure.rule, actual: valueAt(body, failure.pointer) },
    );
  }
  const mediaType = declared.mediaType ?? 'application/json';
  return { status, mediaType, body: JSON.stringify(body), headers };
}

/** Some objects serialize differently (`toJSON`); the serialized form must match the contract. */
function asSent(body: unknown): unknown {
  return isRecord(body) && typeof body['toJSON'] === 'function' ? body['toJSON']() : body;
}

function readHeaders(given: unknown): CheckedAnswer['headers'] {
  if (!isRecord(given)) return undefined;
  const headers = Object.entries(given).map(([name, value]) => [name, String(value)] as const);
  for (const [name, value] of headers) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new ContractBreach(
        `the handler answered with a header ${JSON.stringify(name)} that cannot be sent`,
      );
    }
  }
  return Object.fromEntries(headers);
}
