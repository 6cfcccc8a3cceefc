import { setTimeout as sleep } from 'node:timers/promises';
import type { CoordinatorV1 } from '@tessera/client';
import type { PlanTask } from '@tessera/contracts/types/coordinator-v1';

/** How often the plan is polled, in milliseconds. */
const LOOK_MS = 200;

/** How a plan ended. */
export interface FinishedPlan {
  readonly status: 'COMPLETED' | 'FAILED' | 'TERMINATED';
  /** In the order in which they ran. */
  readonly tasks: readonly PlanTask[];
}

/**
 * Prints each task of a plan as it changes, until the plan has ended.
 * @param print receives each line
 */
export async function followPlan(
  v1: CoordinatorV1,
  token: string,
  print: (line: string) => void = console.log,
): Promise<FinishedPlan> {
  const shown = new Map<string, string>();
  for (;;) {
    const { status, dag } = await v1.getExecutionPlanStatus({ path: { token } });
    const tasks = flatten(dag);
    for (const task of tasks) {
      const known = shown.get(task.id) ?? 'NOT_STARTED';
      if (task.status === known) continue;
      shown.set(task.id, task.status);
      print(`  ${task.status.padEnd(11)} ${task.displayName ?? task.name}${reasonOf(task)}`);
    }
    if (status === 'FAILED' || status === 'TERMINATED') print(`  ${status.padEnd(11)} the plan`);
    if (status === 'COMPLETED' || status === 'FAILED' || status === 'TERMINATED') return { status, tasks };
    await sleep(LOOK_MS);
  }
}

function reasonOf({ status, result }: PlanTask): string {
  return status === 'FAILED' && result != null
    ? `\n              ${result.replaceAll('\n', '\n              ')}`
    : '';
}

/** Tasks in the order in which they run, each once. */
export function flatten(root: PlanTask | undefined): PlanTask[] {
  const seen = new Map<string, PlanTask>();
  const visit = (task: PlanTask): void => {
    for (const below of task.dependsOnTasks ?? []) visit(below);
    if (!seen.has(task.id)) seen.set(task.id, task);
  };
  if (root !== undefined) visit(root);
  return [...seen.values()];
}
