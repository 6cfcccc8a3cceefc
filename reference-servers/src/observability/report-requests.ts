import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseOf, type Mount } from '../harness/mount.ts';
import { pathOf } from '../harness/path-match.ts';
import type {} from '../harness/routes.ts';
import type { Observed, Telemetry } from './telemetry.ts';

type ObservedRequest = Observed<number | undefined>;

/**
 * Runs the handlers of a server as parts of their requests. Returns the function that reports a request, to be called when
 * it arrives; it returns `undefined` for `ignored` routes.
 */
export function reportRequests(
  app: FastifyInstance,
  mounts: readonly Mount[],
  telemetry: Telemetry,
  ignored: readonly string[],
): (request: FastifyRequest) => ObservedRequest | undefined {
  const requests = new WeakMap<FastifyRequest, ObservedRequest>();
  // Only here: reading the body loses what was set before.
  app.addHook('preHandler', (request, _reply, next) => {
    const observed = requests.get(request);
    if (observed === undefined) next();
    else observed.run(next);
  });

  function routeOf({ routeOptions }: FastifyRequest): string | undefined {
    const { operation } = routeOptions.config;
    if (operation === undefined) return routeOptions.url;
    const mount = mounts.find(({ contract }) => contract === operation.contract);
    return (mount === undefined ? '' : baseOf(mount)) + operation.entry.path;
  }

  return (request) => {
    const route = routeOf(request);
    if (route !== undefined && ignored.includes(route)) return undefined;
    const { method, headers } = request;
    const observed = telemetry.request({ method, path: pathOf(request.url), route, headers });
    requests.set(request, observed);
    return observed;
  };
}
