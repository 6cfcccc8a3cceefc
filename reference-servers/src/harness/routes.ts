import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { fastifyOpenapiGlue } from 'fastify-openapi-glue';
import type { BoundOperation } from './bind.ts';
import type { BoundMount } from './mount.ts';
import { Refusal } from './problem.ts';
import { checkMediaType } from './request-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's side of a route; absent on routes that are none of a contract's. */
    operation?: BoundOperation;
  }
}

/** Where an OpenAPI document is served, below the prefix of its API. */
export const DOCUMENT_PATH = '/openapi.json';

/**
 * Lets fastify-openapi-glue bind the operations of all mounts to their handlers. It is given the paths only: schemas stay
 * with our validators, and path parameters get short names because it does not route names with hyphens.
 */
export async function registerRoutes(app: FastifyInstance, mounts: readonly BoundMount[]): Promise<void> {
  const operations = new Map<string, BoundOperation>();
  const paths: Record<string, Record<string, object>> = {};
  for (const { contract, prefix, operations: bound } of mounts) {
    for (const operation of bound) {
      const { entry } = operation;
      const id = `${contract.table.id}#${entry.id}`;
      operations.set(id, operation);
      const path = prefix + routedPath(operation);
      paths[path] = {
        ...paths[path],
        [entry.method.toLowerCase()]: {
          operationId: id,
          responses: { 200: { description: 'see the contract' } },
        },
      };
    }
  }
  await app.register(fastifyOpenapiGlue, {
    specification: { openapi: '3.1.0', info: { title: 'routes', version: '0' }, paths },
    operationResolver: (id: string, method: string, path: string): RouteOptions => {
      const operation = operations.get(id);
      if (operation === undefined) throw new Error(`no operation ${id}`);
      return { method, url: path.replaceAll(/\{(\w+)\}/g, ':$1'), ...routeOf(operation) };
    },
  });
}

/** `{deployment-unit-id}` becomes `{p0}`; a colon would start a parameter and is doubled. */
function routedPath({ entry }: BoundOperation): string {
  const names = entry.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return entry.path
    .split(/(\{[^}]*\})/)
    .map((part) =>
      part.startsWith('{') ? `{p${names.indexOf(part.slice(1, -1))}}` : part.replaceAll(':', '::'),
    )
    .join('');
}

function routeOf(operation: BoundOperation): Pick<RouteOptions, 'handler' | 'onRequest' | 'config'> {
  const { entry, answer, authenticate } = operation;
  return {
    config: { operation },
    // Before the body is read: who may not ask learns nothing about the shape of a good question.
    onRequest: async (request) => {
      if (entry.secured === true && (await authenticate?.(request, entry.id)) !== true) {
        throw new Refusal(entry.errors['401']?.[0] ?? 'SYSTEM_PROBLEM');
      }
      checkMediaType(entry, request.headers['content-type']);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { status, mediaType, body } = await answer(request, reply.raw);
      reply.code(status);
      if (mediaType === undefined) return reply.send();
      return reply.header('content-type', mediaType).send(body);
    },
  };
}
