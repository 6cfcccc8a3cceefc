import type { Habits } from './server.ts';

/** A deliberately broken server with one defect. */
export interface Mutant<H = Habits> {
  /** The requirement whose check must catch it. */
  readonly caughtBy: string;
  /** The defect, in one line; it identifies the mutant within its contract. */
  readonly defect: string;
  /** Creates its behavior: each start of the mutant gets a separate state. */
  habits(): Partial<H>;
}

/** A mutant in one row. */
export function mutant<H = Habits>(
  caughtBy: string,
  defect: string,
  habits: () => Partial<NoInfer<H>>,
): Mutant<H> {
  return { caughtBy, defect, habits };
}
