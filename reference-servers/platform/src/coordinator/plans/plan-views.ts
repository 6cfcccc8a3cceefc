import type { ExecutionPlan, PlanTask, ProvisioningPlan } from '@tessera/contracts/types/coordinator-v1';
import type { Kysely } from 'kysely';
import type { WithReferences } from '../../routes/types.ts';
import type { InternalAction, Tables } from '../../storage/tables.ts';
import { viewReferences } from '../validation/findings.ts';
import { type Plan, readEdges, readTasks, type Task } from './plan-store.ts';

/** What to show of the tasks of a plan. */
export interface ViewOptions {
  /** Whether tasks include the YAML text that they work on. */
  readonly includeDescriptors: boolean;
}

/** Plans with their graphs of tasks. */
export async function viewPlans(
  db: Kysely<Tables>,
  plans: readonly Plan[],
  options: ViewOptions,
): Promise<ProvisioningPlan[]> {
  const ids = plans.map(({ id }) => id);
  const tasks = new Map<string, Task[]>(ids.map((id) => [id, []]));
  for (const task of await readTasks(db, ...ids)) tasks.get(task.plan_id)?.push(task);
  const edges = await readEdges(db, ...ids);
  return plans.map((plan) => ({
    environment: plan.environment,
    dag: viewGraph(plan, tasks.get(plan.id) ?? [], edges, options),
  }));
}

/** The state of a plan, with its graph of tasks and the policies that its texts name. */
export async function viewExecution(db: Kysely<Tables>, plan: Plan): Promise<ExecutionPlan & WithReferences> {
  const [tasks, edges] = [await readTasks(db, plan.id), await readEdges(db, plan.id)];
  // The result of a failed validation quotes the findings of its plan.
  const quoted = tasks.flatMap(({ status, sub_plan_id }) => (status === 'FAILED' ? (sub_plan_id ?? []) : []));
  const named = quoted.length === 0 ? tasks : [...tasks, ...(await readTasks(db, ...quoted))];
  const dag = viewGraph(plan, tasks, edges, { includeDescriptors: false });
  return { status: plan.status, dag, ...viewReferences(named) };
}

/**
 * The last task, with its dependencies nested, and theirs. A shared dependency is listed with its own dependencies the
 * first time only: otherwise the tree would grow exponentially with the graph.
 */
function viewGraph(
  plan: Plan,
  tasks: readonly Task[],
  edges: ReadonlyMap<string, readonly string[]>,
  options: ViewOptions,
): PlanTask {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const expanded = new Set<string>();
  const nest = (task: Task): PlanTask => {
    const isFirst = !expanded.has(task.id);
    expanded.add(task.id);
    const below = isFirst ? (edges.get(task.id) ?? []) : [];
    const dependsOnTasks = below.flatMap((id) => byId.get(id) ?? []).map(nest);
    return { ...viewTask(task, plan, options), dependsOnTasks };
  };
  const last = tasks.at(-1);
  if (last === undefined) throw new Error(`plan ${plan.id} has no tasks`);
  // The last task represents the plan: it begins and ends with it.
  return {
    ...nest(last),
    startTime: plan.started_at.toISOString(),
    ...(plan.stopped_at === null ? {} : { stopTime: plan.stopped_at.toISOString() }),
  };
}

function viewTask(task: Task, plan: Plan, { includeDescriptors }: ViewOptions): PlanTask {
  return {
    id: task.id,
    name: task.key,
    displayName: task.name,
    ...(task.component_id === null ? {} : { componentName: task.component_id }),
    ...(includeDescriptors ? { descriptor: plan.descriptor } : {}),
    version: plan.version,
    status: task.status,
    action: isInternal(task.action) ? 'NOP' : task.action,
    result: task.result,
    ...(task.started_at === null ? {} : { startTime: task.started_at.toISOString() }),
    ...(task.stopped_at === null ? {} : { stopTime: task.stopped_at.toISOString() }),
    ...(task.sub_plan_id === null ? {} : { subPlanId: task.sub_plan_id }),
  };
}

/** The contract has no action for these; they are internal. */
function isInternal(action: Task['action']): action is InternalAction {
  return action === 'REVERSE_PROVISIONING' || action === 'APPROVAL';
}
