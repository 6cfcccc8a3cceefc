import type { Habits } from './server.ts';

/** What kind of wrong it is. */
export type MutantClass =
  | 'sequence'
  | 'state over time'
  | 'cross-field meaning'
  | 'identity and isolation'
  | 'linkage between operations'
  | 'promptness'
  | 'shape'
  | 'negatives';

/** A deliberately wrong server: one crime. */
export interface Mutant<H extends Habits = Habits> {
  readonly name: string;
  readonly class: MutantClass;
  /** What it does wrong, in one line. */
  readonly crime: string;
  /** The requirement whose check must catch it. */
  readonly caughtBy: string;
  readonly habits: Partial<H>;
}
