import type { LifecycleEntry } from '@tessera/contracts/vocabulary';

/** The roles of states in the lifecycle of a task. */
export interface TaskStates {
  readonly running: string;
  readonly completed: string;
  readonly failed: string;
  /** Absent when tasks cannot be stopped. */
  readonly stopping?: { readonly state: string; readonly stopped: string; readonly by: string };
}

/**
 * Derives the roles from a generated lifecycle. `cancel` is the operation that asks a task to stop.
 * @throws Error when a role is missing
 */
export function taskStatesOf(lifecycle: LifecycleEntry, cancel?: string): TaskStates {
  const { name, initial, terminal, succeeded, transitions } = lifecycle;
  const moves = transitions === 'unspecified' ? [] : transitions;
  const ends = (from: string | undefined): string[] =>
    moves.filter((move) => move.from === from && move.by === 'server').map(({ to }) => to);
  const [completed] = succeeded;
  const failed = ends(initial).find((state) => terminal.includes(state) && !succeeded.includes(state));
  if (initial === undefined || completed === undefined || failed === undefined) {
    throw new Error(`the lifecycle ${name} does not say how a task begins, completes and fails`);
  }
  const plain = { running: initial, completed, failed };
  if (cancel === undefined) return plain;
  const state = moves.find(({ from, by }) => from === initial && by === cancel)?.to;
  const [stopped] = ends(state);
  if (state === undefined || stopped === undefined) {
    throw new Error(`the lifecycle ${name} does not say how ${cancel} stops a task`);
  }
  return { ...plain, stopping: { state, stopped, by: cancel } };
}
