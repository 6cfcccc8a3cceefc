import { readDescriptor } from '@tessera/client/descriptor';
import type {
  ExecutionPlanStatus,
  PlanTask,
  PlanTaskStatus,
  ProvisioningPlan,
} from '@tessera/contracts/types/coordinator-v1';
import { listTasks, type Task } from './task-graph.ts';

/** What the descriptor of a plan says about the unit. */
export interface PlanUnit {
  readonly id: string;
  readonly name: string;
  readonly components: readonly { readonly id: string; readonly name: string }[];
}

/** A plan as the list shows it. */
export interface PlanSummary {
  readonly id: string;
  readonly environment: string;
  readonly version: string | undefined;
  readonly status: ExecutionPlanStatus;
  readonly startTime: string | undefined;
  readonly stopTime: string | undefined;
  readonly tasks: readonly Task[];
}

/** The id of the plan of a task: the contract has no field for it, but on this platform ids of tasks begin with it. */
export function planIdOf(taskId: string): string {
  return taskId.split('/', 1)[0] ?? taskId;
}

/** A plan of the history. */
export function summarize({ environment, dag }: ProvisioningPlan): PlanSummary {
  const { id, version, startTime, stopTime } = dag;
  const tasks = listTasks(dag);
  return {
    id: planIdOf(id),
    environment,
    version,
    status: statusOf(dag, tasks),
    startTime,
    stopTime,
    tasks,
  };
}

/** Plans except those that a task of another plan consists of. */
export function withoutParts(plans: readonly PlanSummary[]): PlanSummary[] {
  const parts = new Set(plans.flatMap(({ tasks }) => tasks.flatMap(({ subPlanId }) => subPlanId ?? [])));
  return plans.filter(({ id }) => !parts.has(id));
}

/** The history contains only the states of tasks. The last task has a stop time once its plan has ended. */
function statusOf({ stopTime }: PlanTask, tasks: readonly Task[]): ExecutionPlanStatus {
  const has = (status: PlanTaskStatus): boolean => tasks.some((task) => task.status === status);
  if (stopTime === undefined) return has('TERMINATING') ? 'TERMINATING' : 'RUNNING';
  if (tasks.every(({ status }) => status === 'COMPLETED')) return 'COMPLETED';
  return has('FAILED') ? 'FAILED' : 'TERMINATED';
}

/** What a plan does, as words before the name of its unit. */
export function verbOf(tasks: readonly Task[]): string {
  const actions = new Set(tasks.map(({ action }) => action));
  if (actions.has('PROVISION') || actions.has('PROVISION_DATAPRODUCT')) return 'Deploy';
  if (actions.has('UNPROVISION') || actions.has('UNPROVISION_DATAPRODUCT')) return 'Undeploy';
  if (actions.has('UPDATEACL')) return 'Set access to';
  return 'Validate';
}

/** The unit that a descriptor is about; undefined when the text is not a descriptor. */
export function readUnit(descriptor: string | undefined): PlanUnit | undefined {
  if (descriptor === undefined) return undefined;
  try {
    const { system } = readDescriptor(descriptor);
    const components = system.components.map(({ id, ...rest }) => ({ id, name: nameIn(rest, id) }));
    return { id: system.id, name: nameIn(system, system.id), components };
  } catch {
    return undefined;
  }
}

function nameIn(object: Readonly<Record<string, unknown>>, otherwise: string): string {
  const { name } = object;
  return typeof name === 'string' && name !== '' ? name : otherwise;
}
