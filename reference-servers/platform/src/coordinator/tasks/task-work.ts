import type { Log } from '@tessera/contracts/types/tech-adapter';
import type { Transaction } from 'kysely';
import type { Tables } from '../../storage/tables.ts';
import type { Plan, Task } from '../plans/plan-store.ts';

/** A task and the plan that it belongs to. */
export interface TaskInPlan {
  readonly task: Task;
  readonly plan: Plan;
}

/** The result of a task. */
export interface Outcome {
  readonly state: 'COMPLETED' | 'FAILED' | 'TERMINATED';
  /** Text for the `result` of the task. */
  readonly result?: string | undefined;
  /** Why it failed. */
  readonly problem?: string | undefined;
  /** What the other side logged. */
  readonly logs?: readonly Log[] | undefined;
  /** Results of the other side: publicInfo, privateInfo, aclInfo. */
  readonly info?: Readonly<Record<string, unknown>> | undefined;
}

/** A task with its result. */
export interface EndedTask {
  readonly about: TaskInPlan;
  readonly outcome: Outcome;
}

/** The progress of a task after a call. */
export type Progress =
  | Outcome
  /** The other side is working on it. */
  | {
      readonly state: 'RUNNING';
      readonly token: string;
      readonly problem?: string | undefined;
      /** A plan that this task consists of; the platform starts it, and polls the task when it has ended. */
      readonly subPlan?: string | undefined;
      /** Topic of a message that the task waits for, without a time limit. */
      readonly awaits?: string | undefined;
    }
  /** The call failed temporarily, and repeating it is safe. */
  | { readonly state: 'RETRY'; readonly problem: string };

/** The work of a task for one action. Every function may run twice for the same task, after a crash. */
export interface TaskWork {
  /** It waits for a message or for another plan, so it needs a workflow from the beginning. */
  readonly waits?: boolean;
  /** Makes the first call. */
  start(about: TaskInPlan): Promise<Progress>;
  /** Polls its progress. */
  poll?(about: TaskInPlan, token: string): Promise<Progress>;
  /** Asks the other side to stop. */
  cancel?(about: TaskInPlan, token: string): Promise<void>;
  /** Stores the results of tasks, in the transaction that ends them. */
  record?(tx: Transaction<Tables>, ended: readonly EndedTask[], now: Date): Promise<void>;
}

/** The work of each action of a plan. */
export type Works = Readonly<Record<string, TaskWork>>;
