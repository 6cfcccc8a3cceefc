import type { FastifyInstance } from 'fastify';
import { Refusal } from './problem.ts';
import { whenEnded } from './response-end.ts';
import type {} from './routes.ts';
import { shown } from './shown.ts';

/** How many requests a server handles at the same time, unless told otherwise. */
export const MAX_REQUESTS = 1_000;

/** When a client may try again, in seconds. */
const RETRY_AFTER = '1';

/**
 * Limits how many requests to operations are handled at the same time. Further ones get 503 before their bodies are read, so
 * that those that were accepted are answered in time. Health checks, metrics and pages are not counted.
 * @throws Error when the limit is not a whole number from 1 on
 */
export function limitRequests(app: FastifyInstance, limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new Error(`maxRequests is a whole number from 1 on, not ${shown(limit)}`);
  let handled = 0;
  app.addHook('onRequest', (request, reply, next) => {
    if (request.routeOptions.config.operation === undefined) return next();
    if (handled >= limit) {
      const headers = { 'retry-after': RETRY_AFTER };
      return next(new Refusal('SERVER_OVERLOADED', { limit: String(limit) }, { headers }));
    }
    handled += 1;
    whenEnded(request, reply, () => {
      handled -= 1;
    });
    next();
  });
}
