import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Engines } from '../governance/engines/engine.ts';
import { findEntity } from '../governance/entities/entity-store.ts';
import { ENTITY_FILTERS, listEntities, withResults } from '../governance/entities/list-entities.ts';
import { findReport } from '../governance/evaluation/report-store.ts';
import { storePerimeterEvaluations } from '../governance/evaluation/start-evaluation.ts';
import { tryScript } from '../governance/evaluation/try-script.ts';
import { exportHar } from './har.ts';
import { refuse } from './refuse.ts';

/** Number of entities on a page, unless the caller asks for another, and the maximum. */
const PAGE = 50;
const LARGEST_PAGE = 100;

/** Maximum size of a script with its descriptor, in bytes. */
const LARGEST_TRIAL = 10 * 1024 * 1024;

/** Adds routes that the governance contract lacks. */
export function addGovernanceRoutes(scope: FastifyInstance, context: Context, engines: Engines): void {
  const { db, clock, ids, engine } = context;
  scope.get<{ Querystring: Record<string, unknown> }>('/entities', async ({ query }, reply) => {
    const { limit = String(PAGE), after, ...filters } = query;
    const size = Number(limit);
    if (!Number.isInteger(size) || size < 1 || size > LARGEST_PAGE)
      return refuse(reply, 400, `limit is a number from 1 to ${LARGEST_PAGE}`);
    const given: Record<string, string> = {};
    for (const [name, value] of Object.entries(filters)) {
      if (!ENTITY_FILTERS.includes(name))
        return refuse(reply, 400, `${name} is no filter; filters are ${ENTITY_FILTERS.join(', ')}`);
      if (typeof value !== 'string') return refuse(reply, 400, `${name} is given more than once`);
      given[name] = value;
    }
    if (after !== undefined && (typeof after !== 'string' || (await findEntity(db, after)) === undefined))
      return refuse(reply, 400, 'after is the id of a policy or metric');
    return listEntities(db, { filters: given, limit: size, after });
  });
  scope.get<{ Params: { id: string } }>('/entities/:id', async ({ params }, reply) => {
    const entity = await findEntity(db, params.id);
    if (entity === undefined) return refuse(reply, 404, `${params.id} names no policy and no metric`);
    const [listed] = await withResults(db, [entity]);
    return listed;
  });
  scope.post<{ Params: { id: string } }>('/entities/:id/perimeter-tests', async ({ params }, reply) => {
    const entity = await findEntity(db, params.id);
    if (entity === undefined) return refuse(reply, 404, `${params.id} names no policy and no metric`);
    if (entity.status === 'deleted') return refuse(reply, 422, `${params.id} is deleted`);
    const id = ids();
    await storePerimeterEvaluations(db, [{ id, entity, scope: 'test' }], clock.now());
    await engine.start('evaluation', id);
    return reply.code(202).send({ reportId: id });
  });
  scope.post('/trials', { bodyLimit: LARGEST_TRIAL }, async ({ body }, reply) => {
    const { script, descriptor, resourceType }: Record<string, unknown> = Object(body);
    if (typeof script !== 'string') return refuse(reply, 400, 'script is a text');
    if (typeof descriptor !== 'string') return refuse(reply, 400, 'descriptor is a text');
    if (typeof resourceType !== 'string') return refuse(reply, 400, 'resourceType is a text');
    return tryScript(engines, { script, descriptor, resourceType }, clock.now());
  });
  scope.get<{ Params: { id: string } }>(
    '/evaluation-reports/:id/exchanges.har',
    async ({ params: { id } }, reply) => {
      if ((await findReport(db, id)) === undefined) return refuse(reply, 404, `there is no report ${id}`);
      return exportHar(db, { reportId: id });
    },
  );
}
