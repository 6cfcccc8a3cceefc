/** A deliberately broken server with one defect. */
export interface Mutant<Fault> {
  /** The requirement whose check must catch it. */
  readonly caughtBy: string;
  /** The defect, in one line; it identifies the mutant within its contract. */
  readonly defect: string;
  /** What the server does wrong. */
  readonly fault: Fault;
}

/** Changed behavior of a server; a function creates it if it has state, so that each start gets its own. */
export type Change<H> = Partial<H> | (() => Partial<H>);

/** Mutants in rows: by the requirement that must catch each, and by its defect. */
export function mutants<Fault>(
  rows: Readonly<Record<string, Readonly<Record<string, Fault>>>>,
): readonly Mutant<Fault>[] {
  return Object.entries(rows).flatMap(([caughtBy, faults]) =>
    Object.entries(faults).map(([defect, fault]) => ({ caughtBy, defect, fault })),
  );
}

/** The behavior of a mutant; nothing is changed without one. */
export function changesOf<H>(mutant: Mutant<Change<H>> | undefined): Partial<H> {
  const { fault = {} } = mutant ?? {};
  return typeof fault === 'function' ? fault() : fault;
}
