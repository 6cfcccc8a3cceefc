/**
 * Default duration of a task, or an automatic decision, in milliseconds: long enough for a client to see it running,
 * short enough for a chain of tasks in a conformance run.
 */
export const DEFAULT_TASK_MS = 500;
