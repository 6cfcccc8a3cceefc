import type { Log } from '@tessera/contracts/types/tech-adapter';
import type { Transaction } from 'kysely';
import type { Tables } from '../../storage/tables.ts';
import type { Plan, Task } from '../plans/plan-store.ts';

/** A task and the plan that it belongs to. */
export interface TaskInPlan {
  readonly task: Task;
  readonly plan: Plan;
}

/** How a task ended. */
export interface Outcome {
  readonly state: 'COMPLETED' | 'FAILED' | 'TERMINATED';
  /** Text for the `result` of the task. */
  readonly result?: string | undefined;
  /** Why it failed. */
  readonly problem?: string | undefined;
  /** What the other side logged. */
  readonly logs?: readonly Log[] | undefined;
  /** What the other side reported: publicInfo, privateInfo, aclInfo. */
  readonly info?: Readonly<Record<string, unknown>> | undefined;
}

/** Where a task is after a call. */
export type Progress =
  | Outcome
  /** The other side works on it. */
  | {
      readonly state: 'RUNNING';
      readonly token: string;
      readonly problem?: string | undefined;
      /** A plan that this task consists of; it is started, and polled when it has ended. */
      readonly subPlan?: string | undefined;
      /** Topic of a message that the task waits for, for as long as it takes. */
      readonly awaits?: string | undefined;
    }
  /** The call failed in a way that a further attempt may mend, and repeating it is safe. */
  | { readonly state: 'RETRY'; readonly problem: string };

/** What a task of one action does. Every function may run twice for the same task, after a crash. */
export interface TaskWork {
  /** It waits for a message or for another plan, so it needs a workflow from the beginning. */
  readonly waits?: boolean;
  /** Makes the first call. */
  start(about: TaskInPlan): Promise<Progress>;
  /** Asks how far it is. */
  poll?(about: TaskInPlan, token: string): Promise<Progress>;
  /** Asks the other side to stop. */
  cancel?(about: TaskInPlan, token: string): Promise<void>;
  /** Writes what came out, in the transaction that ends the task. */
  record?(tx: Transaction<Tables>, about: TaskInPlan, outcome: Outcome, now: Date): Promise<void>;
}

/** The work of each action of a plan. */
export type Works = Readonly<Record<string, TaskWork>>;
