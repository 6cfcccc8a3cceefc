import type { CoordinatorV1Handlers } from '@tessera/contracts/handlers/coordinator-v1';
import { coordinatorV1Schemas } from '@tessera/contracts/schemas/coordinator-v1';
import type { PlanLogEntry } from '@tessera/contracts/types/coordinator-v1';
import { Problem } from '@tessera/reference-servers/harness';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { enumValues } from '../../contract-values.ts';
import { searchPlans } from './plan-history.ts';
import { findPlan, type Plan } from './plan-store.ts';
import { viewExecution, viewPlans } from './plan-views.ts';
import { terminatePlan } from './terminate.ts';

type Plans = Pick<
  CoordinatorV1Handlers,
  | 'getPlanLogs'
  | 'getExecutionPlanStatus'
  | 'terminateExecutionPlan'
  | 'listProvisioningPlans'
  | 'getProvisioningPlan'
  | 'getProvisioningPlanStatus'
  | 'terminateProvisioningPlan'
>;

/** Severities of log lines, the lowest first. */
const SEVERITIES = enumValues(coordinatorV1Schemas, 'LogLevel');

/** The operations that read, follow and stop plans. */
export function createPlans(context: Context): Plans {
  const { db } = context;
  const planOf = async (token: string): Promise<Plan> => {
    const plan = await findPlan(db, token);
    // Reverse provisioning is followed by a separate operation.
    if (plan === undefined || plan.kind === 'REVERSE_PROVISIONING')
      throw new Problem('COR_PLAN_NOT_FOUND', { token });
    return plan;
  };
  const terminate = async (token: string, mode: 'safe' | 'forced') => {
    await planOf(token);
    await terminatePlan(context, token, mode);
    return { status: 202 } as const;
  };
  return {
    async getPlanLogs({ path: { provisioning_plan_id: planId }, query }) {
      if ((await findPlan(db, planId)) === undefined) throw new Problem('COR_PLAN_UNKNOWN', { planId });
      return { status: 200, body: await readLog(context, planId, query.level, query.task_id) };
    },
    async getExecutionPlanStatus({ path }) {
      return { status: 200, body: await viewExecution(db, await planOf(path.token)) };
    },
    terminateExecutionPlan: ({ path, query }) => terminate(path.token, query.mode),
    async listProvisioningPlans({ query }) {
      const plans = await searchPlans(db, {
        unitId: query['data-product-id'],
        environments: query.environments,
        version: query.version,
        operations: query.operations,
        includeSnapshots: query['include-snapshot'],
        order: query.ordering,
        offset: query.offset,
        limit: query.limit,
      });
      const includeDescriptors = query['include-descriptors'];
      return { status: 200, body: { provisioningPlans: await viewPlans(db, plans, { includeDescriptors }) } };
    },
    async getProvisioningPlan({ path, query }) {
      const includeDescriptors = query['include-descriptors'];
      const plan = await planOf(path.token);
      const [body] = await viewPlans(db, [plan], { includeDescriptors });
      if (body === undefined) throw new Error(`plan ${plan.id} has no view`);
      return { status: 200, body };
    },
    async getProvisioningPlanStatus({ path }) {
      const { status } = await planOf(path.token);
      return { status: 200, body: { status } };
    },
    terminateProvisioningPlan: ({ path }) => terminate(path.token, 'safe'),
  };
}

async function readLog(
  { db }: Context,
  planId: string,
  level: string | undefined,
  taskId: string | undefined,
): Promise<PlanLogEntry[]> {
  // Tasks that run side by side write their lines when they have finished.
  let lines = db
    .selectFrom('log_entry')
    .selectAll()
    .where('plan_id', '=', planId)
    .orderBy('at')
    .orderBy('id');
  if (taskId !== undefined) lines = lines.where('task_id', '=', taskId);
  if (level !== undefined) {
    const atLeast = SEVERITIES.slice(SEVERITIES.indexOf(level));
    lines = lines.where(sql<boolean>`severity = any(${atLeast}::text[])`);
  }
  return (await lines.execute()).map(({ at, severity, task_id, message, phase }) => ({
    timestamp: at.toISOString(),
    severity,
    ...(task_id === null ? {} : { task: task_id }),
    message,
    ...(phase === null ? {} : { phase }),
  }));
}
