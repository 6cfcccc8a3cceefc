import type { Context } from '../../context.ts';
import { notifyOfPlan, waitingOf } from '../../notifications/notification-store.ts';
import type { TerminationMode } from '../../storage/tables.ts';
import { endProvisioning } from '../provisioning/end-provisioning.ts';
import { writeLog } from './plan-log.ts';
import { ENDED_TASK, hasEnded, type Plan, readTasks, type Task } from './plan-store.ts';

/**
 * Stops a plan. Safe: its running tasks get an abort signal, and it ends when they have. Forced: it ends immediately,
 * and components that were being changed count as corrupt, because the platform no longer waits for them. A plan in a
 * terminal state stays unchanged.
 */
export async function terminatePlan(context: Context, planId: string, mode: TerminationMode): Promise<void> {
  const { db, clock, changes, engine } = context;
  const now = clock.now();
  const isHalted = await db.transaction().execute(async (tx) => {
    const plan = await tx
      .selectFrom('plan')
      .selectAll()
      .where('id', '=', planId)
      .forUpdate()
      .executeTakeFirst();
    if (plan === undefined || hasEnded(plan)) return false;
    const isForced = mode === 'forced';
    await tx
      .updateTable('plan')
      .set({
        termination: mode,
        ...(isForced ? { status: 'TERMINATED', stopped_at: now } : { status: 'TERMINATING' }),
      })
      .where('id', '=', planId)
      .execute();
    await writeLog(tx, {
      planId,
      at: now,
      severity: 'WARNING',
      message: isForced ? 'the plan was halted' : 'the plan was asked to stop',
    });
    if (isForced) {
      await haltTasks(tx, plan, now);
      await endProvisioning(tx, plan, await readTasks(tx, planId), now);
      await notifyOfPlan(tx, context.settings.webhooks, { ...plan, status: 'TERMINATED' }, 'ended', now);
    }
    return isForced;
  });
  changes.publish({ kind: 'plan', id: planId });
  for (const id of await unfinishedSubPlans(db, planId)) await terminatePlan(context, id, mode);
  if (!isHalted) return;
  await engine.cancel(planId);
  for (const id of await waitingOf(db, planId)) await engine.start('notification', id);
}

/** Plans that running tasks of a plan consist of. */
async function unfinishedSubPlans(db: Context['db'], planId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('task')
    .innerJoin('plan', 'plan.id', 'task.sub_plan_id')
    .select('plan.id')
    .where('task.plan_id', '=', planId)
    .where('plan.stopped_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Actions after whose interruption the state of a component is unknown. */
const CHANGES_COMPONENT = new Set<Task['action']>(['PROVISION', 'UNPROVISION']);

type Tx = Parameters<Parameters<ReturnType<Context['db']['transaction']>['execute']>[0]>[0];

async function haltTasks(tx: Tx, plan: Plan, now: Date): Promise<void> {
  const halted = await tx
    .updateTable('task')
    .set({ status: 'TERMINATED', stopped_at: now })
    .where('plan_id', '=', plan.id)
    .where('started_at', 'is not', null)
    .where('status', 'not in', [...ENDED_TASK])
    .returning(['component_id', 'action'])
    .execute();
  // Other tasks about a component, such as its validation, do not change it.
  const components = halted
    .filter(({ action }) => CHANGES_COMPONENT.has(action))
    .flatMap(({ component_id }) => component_id ?? []);
  if (components.length === 0) return;
  await tx
    .updateTable('component_state')
    .set({ status: 'CORRUPT', operation_status: 'Failed', updated_at: now })
    .where('unit_id', '=', plan.unit_id)
    .where('environment', '=', plan.environment)
    .where('component_id', 'in', components)
    .execute();
}
