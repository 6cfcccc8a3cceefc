import type { LifecycleEntry } from '@tessera/contracts/vocabulary';

/** A state of a lifecycle. */
export type StateOf<L extends LifecycleEntry> = L['states'][number];

/** The cause of a transition: `by` is `server` or the operationId that was called. */
export interface Move<L extends LifecycleEntry> {
  readonly to: StateOf<L>;
  readonly by: string;
}

/** A transition that the lifecycle does not have: a defect of the server, never of its caller. */
export class IllegalMove extends Error {
  override readonly name = 'IllegalMove';

  constructor(lifecycle: LifecycleEntry, from: string, move: { readonly to: string; readonly by: string }) {
    super(`${lifecycle.name} does not move from ${from} to ${move.to} by ${move.by}`);
  }
}

/**
 * The only way to change a state. Returns the new one.
 * @throws IllegalMove when the lifecycle has no such transition
 */
export function advance<L extends LifecycleEntry>(lifecycle: L, from: StateOf<L>, move: Move<L>): StateOf<L> {
  const { transitions } = lifecycle;
  const legal =
    transitions !== 'unspecified' &&
    transitions.some((one) => one.from === from && one.to === move.to && one.by === move.by);
  if (!legal) throw new IllegalMove(lifecycle, from, move);
  return move.to;
}

/** True for a terminal state. */
export function isTerminal<L extends LifecycleEntry>(lifecycle: L, state: StateOf<L>): boolean {
  return lifecycle.terminal.includes(state);
}
