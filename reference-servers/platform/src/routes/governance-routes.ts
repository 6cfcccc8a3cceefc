import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findEntity } from '../governance/entities/entity-store.ts';
import { findReport } from '../governance/evaluation/report-store.ts';
import { storePerimeterEvaluations } from '../governance/evaluation/start-evaluation.ts';
import { exportHar } from './har.ts';
import { refuse } from './refuse.ts';

/** Adds routes that the governance contract lacks. */
export function addGovernanceRoutes(scope: FastifyInstance, context: Context): void {
  const { db, clock, ids, engine } = context;
  scope.post<{ Params: { id: string } }>('/entities/:id/perimeter-tests', async ({ params }, reply) => {
    const entity = await findEntity(db, params.id);
    if (entity === undefined) return refuse(reply, 404, `${params.id} names no policy and no metric`);
    if (entity.status === 'deleted') return refuse(reply, 422, `${params.id} is deleted`);
    const id = ids();
    await storePerimeterEvaluations(db, [{ id, entity, scope: 'test' }], clock.now());
    await engine.start('evaluation', id);
    return reply.code(202).send({ reportId: id });
  });
  scope.get<{ Params: { id: string } }>(
    '/evaluation-reports/:id/exchanges.har',
    async ({ params: { id } }, reply) => {
      if ((await findReport(db, id)) === undefined) return refuse(reply, 404, `there is no report ${id}`);
      return exportHar(db, { reportId: id });
    },
  );
}
