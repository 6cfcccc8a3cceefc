import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BoundOperation, ContractBreach } from './bind.ts';
import { type Catalog, codeForPart } from './contract.ts';
import { logThrown } from './log-thrown.ts';
import type { BoundMount } from './mount.ts';
import { pathOf } from './path-match.ts';
import { CatalogError, Refusal } from './problem.ts';
import { type RenderedProblem, renderProblem } from './problem-body.ts';

/** The facts of a request that decide how a failure is reported. */
export interface FailureScope {
  readonly operation?: BoundOperation | undefined;
  readonly mount?: BoundMount | undefined;
  /** Logs how a response and its contract differ, which may reveal data of a caller. */
  readonly development?: boolean | undefined;
  readonly catalog: Catalog;
}

/** Writes any error that was thrown during a request. Never shows a stack, a path or a class name. */
export function sendFailure(
  thrown: unknown,
  scope: FailureScope,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { operation } = scope;
  const error = toCatalogError(thrown, operation, request);
  let rendered: RenderedProblem;
  if (error !== undefined && isListed(error, operation, scope.catalog)) {
    rendered = render(error, scope, request);
  } else {
    if (!isAskedNoMore(thrown, request, reply)) logUnexpected(thrown, scope, request);
    rendered = render(new Refusal(codeForPart(operation?.entry, 'system-problem')), scope, request);
  }
  if (error?.code === 'BODY_TOO_LARGE') reply.removeHeader('connection');
  reply.code(rendered.status).headers(rendered.headers).header('content-type', 'application/json');
  const text = JSON.stringify(rendered.body);
  if (!hasUnreadBody(request) || reply.raw.shouldKeepAlive) return reply.send(text);
  // Closing the connection while a client still sends would reset it, and the client would never see the response. The
  // rest of the body is read and dropped first, within the time limit of a request.
  finished(request.raw.resume(), { writable: false }, () => reply.send(text));
  return reply;
}

/** A body that was rejected before all of it had arrived. */
function hasUnreadBody({ raw, headers }: FastifyRequest): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !raw.complete;
}

function render(error: CatalogError, scope: FailureScope, request: FastifyRequest): RenderedProblem {
  const contract = scope.operation?.contract ?? scope.mount?.contract;
  const known = { requestId: request.id, method: request.method, path: pathOf(request.url) };
  const catalog = contract?.catalog ?? scope.catalog;
  // Transport errors of an operation have the shape of its request errors.
  const entry = catalog[error.code];
  const isBelow = scope.operation !== undefined && entry?.scope === 'transport' && entry.status < 500;
  const shape = isBelow ? catalog[codeForPart(scope.operation?.entry, 'request-invalid')]?.body : undefined;
  return renderProblem(error, catalog, contract?.schemas, known, shape);
}

/** Maps errors of the framework; `undefined` for unexpected ones. */
function toCatalogError(
  thrown: unknown,
  operation: BoundOperation | undefined,
  request: FastifyRequest,
): CatalogError | undefined {
  if (thrown instanceof CatalogError) return thrown;
  if (request.isHandled) return undefined;
  const { entry } = operation ?? {};
  const details = { cause: thrown };
  switch (codeOf(thrown)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('BODY_TOO_LARGE', { limit: String(request.routeOptions.bodyLimit) }, details);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const accepted = entry?.body?.mediaType ?? 'no body at all';
      return new Refusal('MEDIA_TYPE_UNSUPPORTED', { actual: 'something unreadable', accepted }, details);
    }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH': {
      const problem = 'it is not as long as the header Content-Length says';
      return new Refusal(codeForPart(entry, 'request-not-json'), { problem }, details);
    }
    case 'FST_ERR_BAD_URL':
      return new Refusal('REQUEST_INVALID', { field: 'the path', problem: 'is not well encoded' }, details);
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal('REQUEST_INVALID', {
        field: 'the path',
        problem: 'has a segment that is too long',
      });
    default:
      return undefined;
  }
}

function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** A handler may answer with the codes that its operation lists; the harness knows what it does. */
function isListed(error: CatalogError, operation: BoundOperation | undefined, catalog: Catalog): boolean {
  const entry = (operation?.contract.catalog ?? catalog)[error.code];
  if (entry === undefined) return false;
  if (error instanceof Refusal || operation === undefined || entry.scope === 'transport') return true;
  return operation.entry.errors[String(entry.status)]?.includes(error.code) === true;
}

/** The client has disconnected, in the middle of its body or while a handler ran: not an error of the server. */
function isAskedNoMore(thrown: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  if (!(thrown instanceof Error)) return false;
  return thrown === request.raw.errored || (reply.raw.destroyed && thrown.name === 'AbortError');
}

function logUnexpected(
  thrown: unknown,
  { operation, development }: FailureScope,
  request: FastifyRequest,
): void {
  const about = { operation: operation?.entry.id, method: request.method, path: pathOf(request.url) };
  if (thrown instanceof ContractBreach) {
    const { pointer, difference } = thrown;
    const seen = development === true && difference !== undefined ? { difference } : {};
    request.log.error({ ...about, pointer, ...seen }, thrown.message);
  } else if (thrown instanceof CatalogError) {
    request.log.error({ ...about, code: thrown.code }, `${thrown.code} is not listed by the operation`);
  } else {
    logThrown(request.log, about, thrown, 'an unexpected problem stopped the request');
  }
}
