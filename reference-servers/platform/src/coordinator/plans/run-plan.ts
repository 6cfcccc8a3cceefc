import type { ExecutionPlanStatus } from '@tessera/contracts/types/coordinator-v1';
import { sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Durable } from '../../engine/engine.ts';
import { notifyOfPlan, waitingOf } from '../../notifications/notification-store.ts';
import type { Tables } from '../../storage/tables.ts';
import type { TaskRunner } from '../tasks/run-task.ts';
import { writeLog } from './plan-log.ts';
import { hasEnded, hasEndedTask, type Plan, readEdges, readTasks, type Task } from './plan-store.ts';

/** The dependencies of the workflow of a plan. */
export interface PlanParts {
  readonly tasks: Pick<TaskRunner, 'begin'>;
  readonly onEnd: PlanEnd;
}

/** A task of a plan with its dependencies, by their ids. */
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
 * The workflow of a plan: begins each task as soon as its dependencies have succeeded. A failed task stops its
 * dependents; the rest finishes. The first calls of all ready tasks are one step, because a step costs more than most
 * calls; each task that they do not finish becomes a workflow.
 */
export async function runPlan(
  context: Context,
  { tasks, onEnd }: PlanParts,
  durable: Durable,
  planId: string,
): Promise<void> {
  const { nodes, atOnce } = await durable.step('load', () => readGraph(context, planId));
  const waiting = new Map(nodes.map((node) => [node.id, new Set(node.dependsOn)]));
  const dependants = groupDependants(nodes);
  const ready = nodes.filter(({ dependsOn }) => dependsOn.length === 0).map(({ id }) => id);
  const running = new Set<string>();
  let isStopped = false;
  for (;;) {
    const batch: readonly string[] = isStopped ? [] : ready.splice(0, atOnce - running.size);
    if (batch.length === 0 && running.size === 0) break;
    // A workflow that threw has ended as well, in whatever state its task is.
    const gone = batch.length > 0 ? [] : [await durable.first([...running])];
    const seen: Advance = await durable.step('advance', () =>
      advance(context, tasks, planId, batch, [...running]),
    );
    isStopped = seen.isStopped;
    for (const id of seen.open) {
      await durable.start('task', id);
      running.add(id);
    }
    for (const id of [...seen.failed, ...seen.succeeded, ...gone]) running.delete(id);
    for (const id of seen.succeeded.flatMap((one) => dependants.get(one) ?? [])) {
      const left = waiting.get(id);
      for (const one of seen.succeeded) left?.delete(one);
      if (left?.size === 0 && waiting.delete(id)) ready.push(id);
    }
  }
  const notifications = await durable.step('end', () => end(context, onEnd, planId));
  for (const id of notifications) await durable.start('notification', id);
}

interface Graph {
  readonly nodes: readonly Node[];
  /** Maximum number of concurrent tasks: the setting when the plan began, so that a restart does the same. */
  readonly atOnce: number;
}

async function readGraph({ db, settings }: Context, planId: string): Promise<Graph> {
  const [tasks, edges] = [await readTasks(db, planId), await readEdges(db, planId)];
  const nodes = tasks.map(({ id }) => ({ id, dependsOn: edges.get(id) ?? [] }));
  return { nodes, atOnce: settings.tasksPerPlan };
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

/** The state of a plan after a step. */
interface Advance {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
  /** Tasks of the batch that their first call has not ended. */
  readonly open: readonly string[];
  readonly isStopped: boolean;
}

/** Begins tasks, and finds those among them and the running ones that have ended. */
async function advance(
  { db }: Context,
  tasks: PlanParts['tasks'],
  planId: string,
  batch: readonly string[],
  running: readonly string[],
): Promise<Advance> {
  await Promise.all(batch.map((id) => tasks.begin(id)));
  const { termination } = await db
    .selectFrom('plan')
    .select('termination')
    .where('id', '=', planId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('task')
    .select(['id', 'status'])
    .where(sql<boolean>`id = any(${[...batch, ...running]}::text[])`)
    .execute();
  const ended = new Map(rows.filter(hasEndedTask).map(({ id, status }) => [id, status]));
  const idsOf = (isSuccess: boolean): string[] =>
    [...ended].filter(([, status]) => (status === 'COMPLETED') === isSuccess).map(([id]) => id);
  return {
    succeeded: idsOf(true),
    failed: idsOf(false),
    open: batch.filter((id) => !ended.has(id)),
    isStopped: termination !== null,
  };
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
    await notifyOfPlan(tx, context.settings.webhooks, { ...plan, status }, 'ended', now);
    const severity = status === 'COMPLETED' ? 'INFO' : 'ERROR';
    await writeLog(tx, { planId, at: now, severity, message: `the plan ended: ${status}` });
  });
  context.changes.publish({ kind: 'plan', id: planId });
  return waitingOf(context.db, planId);
}

/** By the lifecycle of plans, a plan that is being stopped can only end as terminated. */
function statusOf({ termination }: Plan, tasks: readonly Task[]): ExecutionPlanStatus {
  if (termination !== null) return 'TERMINATED';
  return tasks.every(({ status }) => status === 'COMPLETED') ? 'COMPLETED' : 'FAILED';
}
