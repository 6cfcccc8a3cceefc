import type { GovernanceHandlers } from '@tessera/contracts/handlers/governance';
import type {
  EvaluationStarted,
  GovernanceEntityType,
  ResourceToEvaluate,
} from '@tessera/contracts/types/governance';
import { Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { usableEntity } from '../entities/change-entity.ts';
import { findReport, viewReport } from './report-store.ts';
import { storeEvaluation } from './start-evaluation.ts';

type Evaluations = Pick<GovernanceHandlers, 'evaluate' | 'getEvaluationReport' | 'testPolicy' | 'testMetric'>;

/** The operations that evaluate a resource, and its report. */
export function createEvaluations(context: Context): Evaluations {
  const { db, clock, ids, engine } = context;
  const start = async (resource: ResourceToEvaluate, entityId?: string): Promise<EvaluationStarted> => {
    const id = ids();
    const scope = entityId === undefined ? 'evaluation' : 'test';
    const demand = entityId === undefined ? {} : { entityId };
    await db.transaction().execute((tx) => storeEvaluation(tx, { id, resource, scope, demand }, clock.now()));
    await engine.start('evaluation', id);
    return { reportId: id };
  };
  const test = async (type: GovernanceEntityType, id: string, resource: ResourceToEvaluate) => {
    await usableEntity(context, type, id);
    return { status: 202, body: await start(resource, id) } as const;
  };
  return {
    async evaluate({ body }) {
      return { status: 202, body: await start(body) };
    },
    async getEvaluationReport({ path: { id } }) {
      const report = await findReport(db, id);
      if (report === undefined) throw new Problem('CGP_REPORT_NOT_FOUND', { reportId: id });
      // Every result repeats the descriptor: callers who poll get it once, at the end.
      const withDescriptors = report.status !== 'pending';
      return { status: 200, body: await viewReport(db, report, { withDescriptors }) };
    },
    testPolicy: ({ path, body }) => test('policy', path.id, body),
    testMetric: ({ path, body }) => test('metric', path.id, body),
  };
}
