import type { Authenticate } from '@tessera/reference-servers/harness';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listWaiting, type WaitingHook as StoredWaitingHook, viewHook } from '../builder/hook-store.ts';
import { raiseAccessRequest } from '../builder/raise-access-request.ts';
import type { Context } from '../context.ts';
import { findPlan, readTasks } from '../coordinator/plans/plan-store.ts';
import type { Platform } from '../create-platform.ts';
import { listNotifications, type StoredNotification } from '../notifications/notification-store.ts';
import { maskUrl } from '../outbound/mask.ts';
import { findUnstorable, UNSTORABLE } from '../text/storable.ts';
import { addGovernanceRoutes } from './governance-routes.ts';
import { exportHar } from './har.ts';
import { refuse } from './refuse.ts';
import type { PlatformSettings, WaitingHook } from './types.ts';

/** Paths of routes that no contract has. */
const OWN_PREFIX = '/platform';

/** Interval of keep-alives on a quiet stream, in milliseconds; proxies close silent ones. */
const HEARTBEAT_MS = 15_000;

/** Adds these routes to a server that does not listen yet. */
export function addOwnRoutes(
  app: FastifyInstance,
  { context, engines }: Pick<Platform, 'context' | 'engines'>,
  authenticate?: Authenticate,
): void {
  app.register(
    async (scope) => {
      if (authenticate !== undefined) {
        scope.addHook('onRequest', async (request, reply) => {
          if (!(await authenticate(request, 'platform')))
            await refuse(reply, 401, 'send Authorization: Bearer TOKEN');
        });
      }
      scope.addHook('preHandler', async ({ params, query, body }, reply) => {
        const field = findUnstorable(params) ?? findUnstorable(query) ?? findUnstorable(body);
        if (field !== undefined) await refuse(reply, 400, `${field} ${UNSTORABLE}`);
      });
      scope.setErrorHandler((thrown: FastifyError, _request, reply) => {
        const { statusCode = 500, message } = thrown;
        if (statusCode >= 500) throw thrown;
        return refuse(reply, statusCode, statusCode === 415 ? 'send the body as application/json' : message);
      });
      // The harness reads the bodies of operations only.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        'application/json',
        { parseAs: 'string' },
        scope.getDefaultJsonParser('error', 'error'),
      );
      scope.get('/settings', async () => describe(context));
      scope.get('/hooks', async () => (await listWaiting(context.db)).map(viewWaiting));
      scope.get('/deliveries', async () => (await listNotifications(context.db, 100)).map(viewNotification));
      scope.post('/access-requests', (request, reply) => raise(context, request, reply));
      scope.get<HarRoute>('/plans/:id/exchanges.har', async ({ params: { id }, query }, reply) => {
        if ((await findPlan(context.db, id)) === undefined)
          return refuse(reply, 404, `there is no plan ${id}`);
        // A task may consist of a plan, whose exchanges belong to this one.
        const parts = (await readTasks(context.db, id)).flatMap(({ sub_plan_id }) => sub_plan_id ?? []);
        return exportHar(context.db, { planIds: [id, ...parts], taskId: query.task, api: query.api });
      });
      addGovernanceRoutes(scope, context, engines);
      scope.get('/events', (request, reply) => stream(context, request, reply));
    },
    { prefix: OWN_PREFIX },
  );
}

/** A waiting hook, with its request, which a decision depends on. */
function viewWaiting(hook: StoredWaitingHook): WaitingHook {
  const { access, approval } = hook.request;
  const { environment = '', identities = [], outputPortUrn, dataProductUrn } = access ?? {};
  const target = outputPortUrn ?? dataProductUrn;
  return { ...viewHook(hook), request: { environment, identities, target, fields: approval?.fields ?? {} } };
}

interface HarRoute {
  readonly Params: { readonly id: string };
  /** Exchanges of one task, or with the servers of one contract. */
  readonly Querystring: { readonly task?: string; readonly api?: string };
}

/** A notification with its delivery status. The address may contain credentials. */
function viewNotification({
  id,
  plan_id,
  report_id,
  url,
  kind,
  payload,
  status,
  attempts,
  problem,
  created_at,
}: StoredNotification): object {
  return {
    id,
    planId: plan_id,
    reportId: report_id,
    url: maskUrl(url),
    kind,
    payload,
    status,
    attempts,
    problem,
    createdAt: created_at,
  };
}

/** What a user of the console needs to know about the platform. */
function describe({ settings }: Context): PlatformSettings {
  const { environments, dataCatalog, marketplace, hooks } = settings;
  return {
    environments,
    plugins: {
      dataCatalog: dataCatalog ?? null,
      marketplace: marketplace ?? null,
      accessHook: hooks.AccessControlAction ?? null,
    },
  };
}

async function raise(
  context: Context,
  { body, headers: { traceparent: trace } }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const traceparent = typeof trace === 'string' ? trace : undefined;
  const problem = findProblem(body);
  if (problem !== undefined) return refuse(reply, 400, problem);
  const { hook, fields, ...access } = Object(body);
  if (hook === undefined && context.settings.hooks.AccessControlAction === undefined) {
    return refuse(reply, 400, 'no remote request hook is configured: name its address in `hook`');
  }
  return reply
    .code(202)
    .send(JSON.stringify(await raiseAccessRequest(context, { access, hook, fields, traceparent })));
}

/** What is missing in a request for access, as a sentence. */
function findProblem(body: unknown): string | undefined {
  const {
    requestId,
    environment,
    identities,
    dataProductUrn,
    outputPortUrn,
    hook,
    fields,
  }: Record<string, unknown> = Object(body);
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  if (!isText(requestId)) return 'requestId is a text';
  if (!isText(environment)) return 'environment is a text';
  if (!Array.isArray(identities) || !identities.every(isText)) return 'identities is a list of texts';
  if (!isText(dataProductUrn) && !isText(outputPortUrn)) return 'dataProductUrn or outputPortUrn is a text';
  if (hook !== undefined && !(isText(hook) && URL.canParse(String(hook)))) return 'hook is an address';
  if (fields !== undefined && (typeof fields !== 'object' || fields === null)) return 'fields is an object';
  return undefined;
}

/** Notices of changes, as server-sent events; they hold ids only. */
function stream({ changes }: Context, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  reply.raw.write(': ready\n\n');
  const unsubscribe = changes.subscribe((change) => reply.raw.write(`data: ${JSON.stringify(change)}\n\n`));
  const timer = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS);
  timer.unref();
  request.raw.once('close', () => {
    clearInterval(timer);
    unsubscribe();
    reply.raw.end();
  });
}
