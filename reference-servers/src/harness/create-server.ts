import { fastifySwagger, type StaticDocumentSpec } from '@fastify/swagger';
import { errors } from '@tessera/contracts/errors';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import { allowOrigin } from './allow-origin.ts';
import { answerOddities, createClientErrorHandler } from './client-errors.ts';
import { sendFailure } from './failures.ts';
import { isKnownHost } from './known-hosts.ts';
import { limitRequests, MAX_REQUESTS } from './limit-requests.ts';
import { type BoundMount, bindMounts, type Mount } from './mount.ts';
import { allowedMethods, fits, pathOf } from './path-match.ts';
import { Refusal } from './problem.ts';
import { parseBody } from './request-body.ts';
import { createRequestIds } from './request-id.ts';
import { registerRoutes } from './routes.ts';
import { shown } from './shown.ts';

/** Options of a server. */
export interface ServerOptions {
  readonly mounts: readonly Mount[];
  /** As Fastify takes it; nothing is logged by default. */
  readonly logger?: FastifyServerOptions['logger'];
  /** Maximum size of a request body, in bytes. */
  readonly bodyLimit?: number;
  /** How many requests to operations are handled at the same time; further ones get 503. 1,000 when absent. */
  readonly maxRequests?: number;
  /** How long a request may take to arrive, in milliseconds; one minute when absent. */
  readonly requestTimeout?: number;
  /** Names to which a server on loopback responds beside those of this machine, as `name` or `name:port`. */
  readonly knownHosts?: readonly string[];
  /** Origin whose pages may call the server from a browser (CORS), such as `https://docs.example`; none when absent. */
  readonly cors?: string;
  /** False trusts handlers and skips validating their responses. Default true. */
  readonly validateResponses?: boolean;
  /** Logs the handler's response and the contract's expectation when they differ. */
  readonly development?: boolean;
  /** Responds to requests outside of all mounts; by default a 404 of the error catalog. */
  readonly notFound?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** A descriptor of the contract's maximum length (4 Mi characters), escaped, with an enriched one beside it. */
const BODY_LIMIT = 16 * 1024 * 1024;

/** Maximum length of a path parameter, in characters; the router's limit of 100 is too short for a URN. */
const LONGEST_PARAMETER = 4096;

/** How long a request may take to arrive, in milliseconds. */
const REQUEST_TIMEOUT = 60_000;

/** The maximum interval between checks for slow requests, in milliseconds. */
const LONGEST_CHECK_INTERVAL = 10_000;

/**
 * Serves one or more contracts from one Fastify instance: routing, validation in both directions, errors in the shape of
 * each contract, and each contract's own OpenAPI document.
 * @throws Error when an operation has no handler, no request could arrive in time, no request could be handled, or `cors` is
 * not an origin
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const mounts = bindMounts(options.mounts, options.validateResponses !== false);
  const { requestTimeout = REQUEST_TIMEOUT } = options;
  if (!Number.isSafeInteger(requestTimeout) || requestTimeout < 0) {
    const asked = 'a whole number of milliseconds from 0 on';
    throw new Error(`requestTimeout is ${asked}, not ${shown(requestTimeout)}`);
  }
  const app = fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit ?? BODY_LIMIT,
    requestTimeout,
    clientErrorHandler: createClientErrorHandler({ mounts, requestTimeout }),
    http: {
      requireHostHeader: false,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(Math.ceil(requestTimeout / 4), LONGEST_CHECK_INTERVAL),
    },
    genReqId: createRequestIds(),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    return503OnClosing: false,
    // It also limits closing, where a mount may give its tasks more time.
    pluginTimeout: 0,
    frameworkErrors: (error, request, reply) => {
      const mount = mountOf(mounts, request.url);
      // A malformed address outside of the contracts; a browser shows the page.
      if (mount === undefined && options.notFound !== undefined) options.notFound(request, reply);
      else sendFailure(error, { mount, catalog: errors }, request, reply);
    },
  });
  answerOddities(app, { mounts, requestTimeout });
  app.addHook('onRequest', (request, _reply, next) => {
    const { host } = request.headers;
    const bound = app.server.address();
    const address = typeof bound === 'object' ? bound?.address : undefined;
    if (isKnownHost(host, address, options.knownHosts)) next();
    else next(new Refusal('HOST_UNKNOWN', { host: shown(host) }));
  });
  if (options.cors !== undefined) allowOrigin(app, options.cors);
  limitRequests(app, options.maxRequests ?? MAX_REQUESTS);
  const pages = watchPages(app);
  const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    answerUnrouted({ mounts, pages, options }, request, reply);
  app.decorateRequest('operation', null);
  app.decorateRequest('isHandled', false);
  app.removeAllContentTypeParsers();
  // The first is found without a search; all others are rejected or ignored.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, readBody);
  app.setErrorHandler((thrown, request, reply) => {
    // An error outside of any operation, such as a path that leaves the site, reveals no more than a 404.
    const { operation } = request.routeOptions.config;
    if (operation === undefined && isRefusal(thrown, request)) return notFound(request, reply);
    const { development } = options;
    return sendFailure(thrown, { operation, development, catalog: errors }, request, reply);
  });
  app.setNotFoundHandler(notFound);
  app.register(async (scope) => registerRoutes(scope, mounts));
  for (const mount of mounts) {
    const { prefix, pages } = mount;
    app.register(serveDocument(mount), { prefix });
    if (pages !== undefined) app.register(async (scope) => pages(scope), { prefix });
  }
  app.addHook('preClose', async () => {
    await Promise.all(options.mounts.map(({ drain }) => drain?.()));
  });
  app.addHook('onClose', async () => {
    for (const { close } of options.mounts) await close?.();
  });
  return app;
}

/** The hosts to which a server responds. */
interface Served {
  readonly mounts: readonly BoundMount[];
  readonly pages: readonly Page[];
  readonly options: ServerOptions;
}

/** A route outside of the contracts. */
interface Page {
  /** As the path of an operation is written. */
  readonly path: string;
  readonly method: string;
}

/** All such routes, as they come. */
function watchPages(app: FastifyInstance): readonly Page[] {
  const pages: Page[] = [];
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.operation !== undefined || url.includes('*')) return;
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    pages.push(...[method].flat().map((one) => ({ path, method: one })));
  });
  return pages;
}

function readBody(
  request: FastifyRequest,
  bytes: Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  try {
    done(null, parseBody(request.operation?.entry, request.headers['content-type'], bytes));
  } catch (thrown) {
    done(thrown instanceof Error ? thrown : new Error('unreadable body', { cause: thrown }));
  }
}

/** An error of the framework or a plugin, except for a body that an operation would have read. */
function isRefusal(thrown: unknown, { is404 }: FastifyRequest): boolean {
  if (!(thrown instanceof Error) || !('statusCode' in thrown)) return false;
  const isOfBody = 'code' in thrown && String(thrown.code).startsWith('FST_ERR_CTP_');
  return typeof thrown.statusCode === 'number' && thrown.statusCode < 500 && (is404 || !isOfBody);
}

/** Serves the OpenAPI document of a mount, unchanged except for the server's address. */
function serveDocument({ document, documentPath }: BoundMount) {
  return async (scope: FastifyInstance): Promise<void> => {
    const published = document as StaticDocumentSpec['document']; // 3.1, which the plugin's types do not know yet
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: published } });
    const text = JSON.stringify(scope.swagger());
    scope.get(documentPath, async (_request, reply) =>
      reply.header('content-type', 'application/json').header('cache-control', 'no-cache').send(text),
    );
  };
}

/** Responds to requests without a route: 405 when the path has other methods, otherwise 404. */
function answerUnrouted(
  { mounts, pages, options }: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const mount = mountOf(mounts, request.url);
  const scope = { mount, catalog: errors };
  const alike = mounts.filter(({ prefix }) => prefix === mount?.prefix);
  const methods = [
    ...alike.flatMap((one) => allowedMethods(one, request.url)),
    ...pages.flatMap(({ path, method }) => (fits(path, pathOf(request.url)) ? [method] : [])),
  ];
  const allowed = [...new Set(methods)].sort();
  // Also for a client that requests an existing page with the right method and was rejected.
  if (allowed.length === 0 || allowed.includes(request.method)) {
    if (mount === undefined && options.notFound !== undefined) return options.notFound(request, reply);
    return sendFailure(new Refusal('PATH_UNKNOWN'), scope, request, reply);
  }
  const list = allowed.join(', ');
  const problem = new Refusal('METHOD_NOT_ALLOWED', { allowed: list }, { headers: { allow: list } });
  return sendFailure(problem, scope, request, reply);
}

/** The mount with the longest prefix that fits. */
function mountOf(mounts: readonly BoundMount[], url: string): BoundMount | undefined {
  const path = pathOf(url);
  return mounts
    .filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
}
