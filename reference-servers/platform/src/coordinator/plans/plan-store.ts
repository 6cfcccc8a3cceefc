import type { ExecutionPlanStatus, PlanTaskStatus } from '@tessera/contracts/types/coordinator-v1';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { PlannedTask } from '../../planning/plan-shape.ts';
import { chunks } from '../../storage/chunks.ts';
import { gather } from '../../storage/gather.ts';
import type {
  InternalAction,
  PlanKind,
  PlanRequest,
  PlanTable,
  Tables,
  TaskTable,
} from '../../storage/tables.ts';
import { traceOf } from './traceparent.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** A task that is about to be stored. */
export type NewTask = Omit<PlannedTask, 'action'> & {
  readonly action: PlannedTask['action'] | InternalAction;
};

/** A plan that is about to be stored. */
export interface NewPlan {
  readonly id: string;
  readonly kind: PlanKind;
  readonly unitId: string;
  readonly environment: string;
  readonly version: string;
  /** YAML text. */
  readonly descriptor: string;
  readonly request: PlanRequest;
  /** The trace of the request; a new one when absent. */
  readonly traceparent?: string | undefined;
  readonly tasks: readonly NewTask[];
}

/** A plan, as stored. */
export type Plan = Selectable<PlanTable>;

/** A task of a plan, as stored. */
export type Task = Selectable<TaskTable>;

/** Terminal states of a plan. */
const ENDED: readonly ExecutionPlanStatus[] = ['COMPLETED', 'FAILED', 'TERMINATED'];

/** Terminal states of a task. */
export const ENDED_TASK: readonly PlanTaskStatus[] = ['COMPLETED', 'FAILED', 'TERMINATED'];

/** Stores a plan with its tasks. Fails with a unique violation when the unit has an active plan already. */
export async function insertPlan(db: Db, plan: NewPlan, now: Date): Promise<void> {
  await db
    .insertInto('plan')
    .values({
      id: plan.id,
      kind: plan.kind,
      unit_id: plan.unitId,
      environment: plan.environment,
      version: plan.version,
      status: 'RUNNING',
      descriptor: plan.descriptor,
      request: JSON.stringify(plan.request),
      traceparent: traceOf(plan.traceparent),
      started_at: now,
    })
    .execute();
  const tasks = plan.tasks.map((task, position) => ({
    id: taskIdOf(plan.id, task.key),
    plan_id: plan.id,
    key: task.key,
    position,
    name: task.name,
    action: task.action,
    component_id: task.componentId ?? null,
    status: 'NOT_STARTED' as const,
  }));
  const edges = plan.tasks.flatMap(({ key, dependsOn }) =>
    dependsOn.map((other) => ({
      plan_id: plan.id,
      task_id: taskIdOf(plan.id, key),
      depends_on: taskIdOf(plan.id, other),
    })),
  );
  for (const rows of chunks(tasks)) await db.insertInto('task').values(rows).execute();
  for (const rows of chunks(edges)) await db.insertInto('task_edge').values(rows).execute();
}

/** Identifier of a task: unique over all plans, and the same whenever the plan is read. */
function taskIdOf(planId: string, key: string): string {
  return `${planId}/${key}`;
}

/** The plan with this id. */
export async function findPlan(db: Db, id: string): Promise<Plan | undefined> {
  return db.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * A cache of plans, without their changing members: each step of each task reads its plan, and a descriptor can be
 * large.
 */
const latest = new WeakMap<Db, Map<string, Plan>>();

/** Maximum number of concurrent plans that are cached in full. */
const KEPT_PLANS = 20;

/**
 * The task with this id, which exists, and its plan.
 * @throws Error when it does not
 */
export async function readTask(db: Db, id: string): Promise<{ task: Task; plan: Plan }> {
  const row = await findTask(db, id);
  if (row === undefined) throw new Error(`there is no task ${id}`);
  const { plan_status, termination, plan_stopped_at, ...task } = row;
  const kept = await keepPlan(db, task.plan_id);
  return { task, plan: { ...kept, status: plan_status, termination, stopped_at: plan_stopped_at } };
}

/** A task with the changing members of its plan; undefined when it does not exist. */
const findTask = gather(async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('task')
    .innerJoin('plan', 'plan.id', 'task.plan_id')
    .selectAll('task')
    .select(['plan.status as plan_status', 'plan.termination', 'plan.stopped_at as plan_stopped_at'])
    .where(sql<boolean>`task.id = any(${ids}::text[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => byId.get(id);
});

async function keepPlan(db: Db, id: string): Promise<Plan> {
  const plans = latest.get(db) ?? new Map<string, Plan>();
  latest.set(db, plans);
  const query = db.selectFrom('plan').selectAll().where('id', '=', id);
  const plan = plans.get(id) ?? (await query.executeTakeFirstOrThrow());
  plans.delete(id);
  plans.set(id, plan);
  const [oldest] = plans.keys();
  if (plans.size > KEPT_PLANS && oldest !== undefined) plans.delete(oldest);
  return plan;
}

/** Empties the cache, because the tables were replaced. */
export function forgetPlans(db: Db): void {
  latest.delete(db);
}

/** The plan that is currently changing a unit in an environment. */
export async function findActivePlan(db: Db, unitId: string, environment: string): Promise<Plan | undefined> {
  return db
    .selectFrom('plan')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('environment', '=', environment)
    .where('kind', '=', 'PROVISIONING')
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
}

/** The tasks of plans, in the order in which they were planned. */
export async function readTasks(db: Db, ...planIds: readonly string[]): Promise<Task[]> {
  return db
    .selectFrom('task')
    .selectAll()
    .where(sql<boolean>`plan_id = any(${planIds}::text[])`)
    .orderBy('plan_id')
    .orderBy('position')
    .execute();
}

/** Ids of the tasks that each task of plans waits for. */
export async function readEdges(db: Db, ...planIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('task_edge')
    .select(['task_id', 'depends_on'])
    .where(sql<boolean>`plan_id = any(${planIds}::text[])`)
    .orderBy('depends_on')
    .execute();
  const edges = new Map<string, string[]>();
  for (const { task_id, depends_on } of rows) {
    const known = edges.get(task_id);
    if (known === undefined) edges.set(task_id, [depends_on]);
    else known.push(depends_on);
  }
  return edges;
}

/** True when a plan is in a terminal state. */
export function hasEnded({ status }: Pick<Plan, 'status'>): boolean {
  return ENDED.some((one) => one === status);
}

/** True when a task is in a terminal state. */
export function hasEndedTask({ status }: Pick<Task, 'status'>): boolean {
  return ENDED_TASK.some((state) => state === status);
}
