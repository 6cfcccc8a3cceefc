import type { ApiTable, OperationEntry } from '@tessera/contracts/vocabulary';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  type RouteOptions,
} from 'fastify';
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

/** Serves the operations of all mounts. */
export async function registerRoutes(app: FastifyInstance, mounts: readonly BoundMount[]): Promise<void> {
  const routes = await readRoutes(mounts.map(({ contract }) => contract.table));
  for (const [index, { prefix, operations }] of mounts.entries()) {
    for (const { operationId, method, url } of routes[index] ?? []) {
      const operation = operations.find(({ entry }) => entry.id === operationId);
      if (operation === undefined) throw new Error(`no operation ${operationId}`);
      app.route({ method, url: prefix + url, ...routeOf(operation) });
    }
  }
}

/** What the router has to know of an operation. */
interface Route {
  readonly operationId: string;
  readonly method: RouteOptions['method'];
  /** Without the prefix of the API. */
  readonly url: string;
}

/** Routes of the APIs that were read before: reading takes ten times as long as starting a server. */
const knownRoutes = new WeakMap<ApiTable, readonly Route[]>();

/**
 * Lets fastify-openapi-glue turn operations into routes, once for each API. It is given the paths only: schemas stay with
 * our validators, and path parameters get short names because it does not route names with hyphens.
 */
async function readRoutes(tables: readonly ApiTable[]): Promise<(readonly Route[])[]> {
  const unread = tables.filter((table) => !knownRoutes.has(table));
  if (unread.length > 0) {
    const found = await glueRoutes(unread.map(pathsOf));
    for (const [index, table] of unread.entries()) knownRoutes.set(table, found[index] ?? []);
  }
  return tables.map((table) => knownRoutes.get(table) ?? []);
}

type Paths = Record<string, Record<string, object>>;

/** Registers documents with the glue, in one go and on a server that nobody calls, and watches which routes it makes. */
async function glueRoutes(documents: readonly Paths[]): Promise<Route[][]> {
  const routes = documents.map((): Route[] => []);
  const paths: Paths = {};
  for (const [index, document] of documents.entries()) {
    for (const [path, item] of Object.entries(document)) paths[`/${index}${path}`] = item;
  }
  const app = fastify({ exposeHeadRoutes: false });
  app.addHook('onRoute', ({ method, url, schema }) => {
    const [, index = '', rest = ''] = /^\/(\d+)(.*)$/.exec(url) ?? [];
    routes[Number(index)]?.push({ operationId: schema?.operationId ?? '', method, url: rest });
  });
  await app.register(fastifyOpenapiGlue, {
    specification: { openapi: '3.1.0', info: { title: 'routes', version: '0' }, paths },
    operationResolver: () => () => undefined,
  });
  await app.close();
  return routes;
}

function pathsOf({ operations }: ApiTable): Paths {
  const paths: Paths = {};
  for (const entry of Object.values(operations)) {
    const path = routedPath(entry);
    const operation = { operationId: entry.id, responses: { 200: { description: 'see the contract' } } };
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation };
  }
  return paths;
}

/** `{deployment-unit-id}` becomes `{p0}`; a colon would start a parameter and is doubled. */
function routedPath({ parameters, path }: OperationEntry): string {
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return path
    .split(/(\{[^}]*\})/)
    .map((part) =>
      part.startsWith('{') ? `{p${names.indexOf(part.slice(1, -1))}}` : part.replaceAll(':', '::'),
    )
    .join('');
}

function routeOf(operation: BoundOperation): Pick<RouteOptions, 'handler' | 'onRequest' | 'config'> {
  const { entry, answer, authenticate } = operation;
  const isGuarded =
    entry.secured === true || (authenticate !== undefined && entry.errors['401'] !== undefined);
  return {
    config: { operation },
    // Before the body is read: who may not ask learns nothing about the shape of a good question.
    onRequest: async (request) => {
      if (isGuarded && (await authenticate?.(request, entry.id)) !== true) {
        throw new Refusal(entry.errors['401']?.[0] ?? 'SYSTEM_PROBLEM');
      }
      checkMediaType(entry, request.headers['content-type']);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { status, mediaType, body, headers } = await answer(request, reply.raw);
      reply.code(status);
      if (headers !== undefined) reply.headers(headers);
      if (mediaType === undefined) return reply.send();
      return reply.header('content-type', mediaType).send(body);
    },
  };
}
