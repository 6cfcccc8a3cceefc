import type { Habits } from './server.ts';

/** The kind of defect. */
export type MutantClass =
  | 'sequence'
  | 'state over time'
  | 'cross-field meaning'
  | 'identity and isolation'
  | 'linkage between operations'
  | 'promptness'
  | 'shape'
  | 'negatives';

/** A deliberately broken server with one defect. */
export interface Mutant<H extends Habits = Habits> {
  readonly name: string;
  readonly class: MutantClass;
  /** The defect, in one line. */
  readonly defect: string;
  /** The requirement whose check must catch it. */
  readonly caughtBy: string;
  /** Creates its behavior: each start of the mutant gets a separate state. */
  habits(): Partial<H>;
}
