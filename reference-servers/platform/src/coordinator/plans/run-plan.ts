import type { ExecutionPlanStatus } from '@tessera/contracts/types/coordinator-v1';
import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Durable } from '../../engine/engine.ts';
import { storeNotifications, waitingOf } from '../../notifications/notification-store.ts';
import type { Tables } from '../../storage/tables.ts';
import { writeLog } from './plan-log.ts';
import { hasEnded, type Plan, readEdges, readTasks, type Task } from './plan-store.ts';

/** A task of a plan with the tasks that it waits for, by their ids. */
interface Node {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/** Runs when a plan ends, in the transaction that ends it. */
export type PlanEnd = (
  tx: Transaction<Tables>,
  plan: Plan,
  tasks: readonly Task[],
  now: Date,
) => Promise<void>;

/**
 * The workflow of a plan: starts each task as soon as those that it waits for have succeeded. A task that fails stops
 * what depends on it; the rest finishes.
 */
export async function runPlan(
  context: Context,
  onEnd: PlanEnd,
  durable: Durable,
  planId: string,
): Promise<void> {
  const nodes = await durable.step('load', () => readGraph(context, planId));
  const waiting = new Map(nodes.map((node) => [node.id, new Set(node.dependsOn)]));
  const dependants = groupDependants(nodes);
  const ready = nodes.filter(({ dependsOn }) => dependsOn.length === 0).map(({ id }) => id);
  const running = new Set<string>();
  let isStopped = false;
  for (;;) {
    while (!isStopped && running.size < context.settings.tasksPerPlan) {
      const next = ready.shift();
      if (next === undefined) break;
      await durable.start('task', next);
      running.add(next);
    }
    if (running.size === 0) break;
    const ended = await durable.first([...running]);
    running.delete(ended);
    const seen = await durable.step('look', () => look(context, ended));
    isStopped = seen.isStopped;
    if (!seen.hasSucceeded) continue;
    for (const id of dependants.get(ended) ?? []) {
      const open = waiting.get(id);
      open?.delete(ended);
      if (open?.size === 0) ready.push(id);
    }
  }
  const notifications = await durable.step('end', () => end(context, onEnd, planId));
  for (const id of notifications) await durable.start('notification', id);
}

async function readGraph({ db }: Context, planId: string): Promise<Node[]> {
  const [tasks, edges] = [await readTasks(db, planId), await readEdges(db, planId)];
  return tasks.map(({ id }) => ({ id, dependsOn: edges.get(id) ?? [] }));
}

function groupDependants(nodes: readonly Node[]): Map<string, string[]> {
  const dependants = new Map<string, string[]>();
  for (const { id, dependsOn } of nodes) {
    for (const other of dependsOn) {
      const known = dependants.get(other);
      if (known === undefined) dependants.set(other, [id]);
      else known.push(id);
    }
  }
  return dependants;
}

async function look({ db }: Context, taskId: string): Promise<{ hasSucceeded: boolean; isStopped: boolean }> {
  const row = await db
    .selectFrom('task')
    .innerJoin('plan', 'plan.id', 'task.plan_id')
    .select(['task.status', 'plan.termination'])
    .where('task.id', '=', taskId)
    .executeTakeFirstOrThrow();
  return { hasSucceeded: row.status === 'COMPLETED', isStopped: row.termination !== null };
}

/** Ends a plan; resolves with the ids of the notifications about it. */
async function end(context: Context, onEnd: PlanEnd, planId: string): Promise<string[]> {
  const now = context.clock.now();
  await context.db.transaction().execute(async (tx) => {
    const plan = await tx
      .selectFrom('plan')
      .selectAll()
      .where('id', '=', planId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (hasEnded(plan)) return;
    const tasks = await readTasks(tx, planId);
    const status = statusOf(plan, tasks);
    await tx.updateTable('plan').set({ status, stopped_at: now }).where('id', '=', planId).execute();
    await onEnd(tx, plan, tasks, now);
    await storeNotifications(tx, context.settings.webhooks, { ...plan, status }, 'ended', now);
    const severity = status === 'COMPLETED' ? 'INFO' : 'ERROR';
    await writeLog(tx, { planId, at: now, severity, message: `the plan ended: ${status}` });
  });
  context.changes.publish({ kind: 'plan', id: planId });
  return waitingOf(context.db, planId);
}

/** By the lifecycle of plans, one that was asked to stop can only end as terminated. */
function statusOf({ termination }: Plan, tasks: readonly Task[]): ExecutionPlanStatus {
  if (termination !== null) return 'TERMINATED';
  return tasks.every(({ status }) => status === 'COMPLETED') ? 'COMPLETED' : 'FAILED';
}
