import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type Contract, codeForAbsent, codeForPart } from './contract.ts';
import { valueAt } from './json-pointer.ts';
import { isRecord } from './json-schema.ts';
import { createDecoders, type Decoded } from './parameters.ts';
import { Refusal } from './problem.ts';
import type { Failure, Validators } from './validators.ts';

/** What the harness hands to every handler beside the request. */
export interface HandlerContext {
  /** Stands in the log entries of the request, and in the answer to an unexpected problem. */
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
  /** All headers of the request, also those that the contract does not know. */
  readonly headers: FastifyRequest['headers'];
}

/** Says whether the sender of a request to a secured operation is known. */
export type Authenticate = (
  request: { readonly headers: FastifyRequest['headers'] },
  operationId: string,
) => boolean | Promise<boolean>;

/** An operation with its handler; everything that can be prepared is. */
export interface BoundOperation {
  readonly contract: Contract;
  readonly entry: OperationEntry;
  readonly authenticate: Authenticate | undefined;
  /** Validates, calls the handler, validates its answer. */
  readonly answer: (
    request: FastifyRequest,
    response: ServerResponse,
  ) => CheckedAnswer | Promise<CheckedAnswer>;
}

/** An answer that keeps the contract; `body` is serialised. */
export interface CheckedAnswer {
  readonly status: number;
  readonly mediaType?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a mount says about all its operations. */
export interface Binding {
  readonly authenticate: Authenticate | undefined;
  /** Handlers may answer with the errors of the contract as well, instead of throwing their codes. */
  readonly answersErrors: boolean;
  /** Bodies of answers are held against their schemas. */
  readonly validateResponses: boolean;
}

/** A handler answered something that its own contract forbids. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
  /** JSON pointer into the answer. */
  readonly pointer: string;
  /** What stands at the pointer, and the part of the schema that it breaks. */
  readonly difference: { readonly expected: unknown; readonly actual: unknown } | undefined;

  constructor(message: string, pointer = '', difference?: ContractBreach['difference']) {
    super(message);
    this.pointer = pointer;
    this.difference = difference;
  }
}

/** Bodies up to this size are searched for every failure, larger ones for the first; in bytes. */
const THOROUGH_LIMIT = 64 * 1024;

/** Most failures that one answer lists. */
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
    if (entry.body !== undefined) {
      if (request.body === undefined) {
        if (entry.body.required) throw new Refusal(codeForPart(entry, 'request-body-required'));
      } else
        check('body', entry.body.schema, request.body, Number(request.headers['content-length'] ?? Infinity));
    }
    return new HandlerRequest(path, query, headers, request.body, response);
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

/** Aborted when the client has gone away, also when it went before anybody asked. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const look = (): void => {
    if (!response.writableEnded) controller.abort();
  };
  if (response.destroyed) look();
  else response.once('close', look);
  return controller.signal;
}

/** Names of headers mean the same in any case; the generated schemas have them in small letters. */
function lowerNames(headers: Decoded): Decoded {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Tells of a header by the name that the contract gives it. */
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

/** Names that a sentence begins with when a whole part of the request is wrong. */
const PART_NAMES: Readonly<Record<string, string>> = {
  body: 'the request body',
  path: 'the path',
  query: 'the query',
  headers: 'the header',
};

/** The most telling code for what is wrong: one of its own for an absent member, otherwise REQUEST_INVALID. */
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

/** Also of those that are no `Promise`, as query builders answer with. */
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

/** Some objects are written otherwise than they look; what is sent is what keeps the contract or breaks it. */
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
