/**
 * How long a task, or an automatic decision, takes unless told otherwise, in milliseconds: long enough to be seen running,
 * short enough for the chain of tasks that a judge of the contract has to wait for.
 */
export const DEFAULT_TASK_MS = 500;
