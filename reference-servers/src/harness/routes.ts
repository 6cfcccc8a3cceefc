import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { fastifyOpenapiGlue } from '#glue';
import type { BoundOperation, CheckedAnswer } from './bind.ts';
import type { BoundMount } from './mount.ts';
import { Refusal } from './problem.ts';
import { checkBodyHeaders } from './request-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's side of a route; absent on routes outside of contracts. */
    operation?: BoundOperation;
  }
  interface FastifyRequest {
    /** The same, once the request has reached its route; `routeOptions` is created anew on each access. */
    operation: BoundOperation | null;
    /** The handler has been called: every later error is the handler's, even one that looks like the framework's. */
    isHandled: boolean;
  }
}

/**
 * Serves the operations of all mounts: fastify-openapi-glue makes a route of each and binds it by its operationId. It
 * gets only the paths, because our validators handle schemas and security, and all mounts at once, because it compiles
 * the schema of OpenAPI on each registration.
 */
export async function registerRoutes(app: FastifyInstance, mounts: readonly BoundMount[]): Promise<void> {
  const routed = mounts.flatMap(({ prefix, operations }, index) =>
    operations.map((operation) => ({ id: `${index}#${operation.entry.id}`, prefix, operation })),
  );
  const byId = new Map(routed.map(({ id, operation }) => [id, operation]));
  await app.register(fastifyOpenapiGlue, {
    specification: { openapi: '3.1.0', info: { title: 'all mounts', version: '0' }, paths: pathsOf(routed) },
    operationResolver: (id: string) => {
      const operation = byId.get(id);
      if (operation === undefined) throw new Error(`no operation ${id}`);
      const route = { ...routeOf(operation), schema: {} };
      return route as RouteOptions; // the glue adds method and path, which its types require
    },
  });
}

interface Routed {
  /** Unique over all mounts: two of them may serve the same contract. */
  readonly id: string;
  readonly prefix: string;
  readonly operation: BoundOperation;
}

/** @throws Error when two mounts have the same operation */
function pathsOf(routed: readonly Routed[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  const owners = new Map<string, string>();
  for (const { id, prefix, operation } of routed) {
    const { contract, entry } = operation;
    const path = literal(prefix) + routedPath(entry);
    const place = `${entry.method} ${path}`;
    const owner = owners.get(place);
    if (owner !== undefined) {
      const where = `${entry.method} ${prefix}${entry.path} is an operation of ${owner} and of ${contract.table.id}`;
      throw new Error(`${where}: serve one of them under another prefix`);
    }
    owners.set(place, contract.table.id);
    const described = { operationId: id, responses: { 200: { description: 'see the contract' } } };
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: described };
  }
  return paths;
}

/** `{deployment-unit-id}` becomes `{p0}`, because the glue does not support names with hyphens. */
function routedPath({ parameters, path }: OperationEntry): string {
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return path
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith('{') ? `{p${names.indexOf(part.slice(1, -1))}}` : literal(part)))
    .join('');
}

/** A colon in a path would start a parameter and is doubled. */
function literal(path: string): string {
  return path.replaceAll(':', '::');
}

function routeOf(operation: BoundOperation): Pick<RouteOptions, 'handler' | 'onRequest' | 'config'> {
  const { entry, answer, authenticate } = operation;
  const isGuarded = entry.secured === true || authenticate !== undefined;
  return {
    config: { operation },
    // Before the body is read: an unauthenticated sender must not learn the shape of a valid request.
    onRequest: isGuarded ? guard : checkHeaders,
    // Promises only for asynchronous work: each costs as much as the rest of a small route.
    handler: (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined => {
      request.isHandled = true;
      const answered = answer(request, reply.raw);
      if (answered instanceof Promise) return answered.then((one) => send(one, reply));
      send(answered, reply);
      return undefined;
    },
  };

  function checkHeaders(request: FastifyRequest, _reply: FastifyReply, next: (error?: Error) => void): void {
    request.operation = operation;
    checkBodyHeaders(entry, request.headers);
    next();
  }

  async function guard(request: FastifyRequest): Promise<void> {
    request.operation = operation;
    if ((await authenticate?.(request, entry.id)) !== true) {
      throw new Refusal(entry.errors['401']?.[0] ?? 'SENDER_UNAUTHORIZED', {}, { headers: CHALLENGE });
    }
    checkBodyHeaders(entry, request.headers);
  }
}

function send({ status, mediaType, body, headers }: CheckedAnswer, reply: FastifyReply): FastifyReply {
  reply.code(status);
  if (headers !== undefined) reply.headers(headers);
  if (mediaType === undefined) return reply.send();
  // The framework's complete value, computed once instead of per response.
  const contentType = mediaType === JSON_TYPE ? `${JSON_TYPE}; charset=utf-8` : mediaType;
  return reply.header('content-type', contentType).send(body);
}

const JSON_TYPE = 'application/json';

/** The header of every 401 (RFC 9110, 15.5.2): the scheme of all secured contracts. */
const CHALLENGE = { 'www-authenticate': 'Bearer' };
