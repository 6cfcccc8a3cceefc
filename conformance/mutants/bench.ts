import { judgeRecording } from '../src/offline/judge-recording.ts';
import { type ConformanceOptions, runConformance } from '../src/run-conformance.ts';
import type { Report } from '../src/suite/report.ts';
import type { Mutant } from './mutant.ts';
import { agentInMemory, type Served } from './virtual-time.ts';

/** What the suite knows about a mutant without running it. */
export type MutantFacts = Pick<Mutant, 'defect' | 'caughtBy'>;

/** Runs the suite against one implementation. */
export type Run = (options?: RunOptions) => Promise<Report>;

/** Options that apply to recorded traffic as well as to servers. */
export type RunOptions = Partial<Pick<ConformanceOptions, 'only' | 'skip' | 'ids' | 'seed'>>;

/** A mutant, and a function that runs the suite against it. */
export interface RunnableMutant extends MutantFacts {
  readonly name: string;
  readonly run: Run;
}

/** The mutants of one contract, and the correct implementation that they modify. */
export interface Bench {
  readonly contract: string;
  readonly mutants: readonly RunnableMutant[];
  /** Binding requirements that no mutant of this contract can violate. */
  readonly beyond: readonly string[];
  readonly runCorrect: Run;
}

interface ServerOptions extends Partial<ConformanceOptions> {
  readonly beyond?: readonly string[];
  /** Options that must be unique to each run. */
  readonly perRun?: () => Partial<ConformanceOptions>;
}

/** A bench whose mutants are servers: `start` serves one, or the correct server when it gets undefined. */
export function benchOfServers<M extends MutantFacts>(
  contract: string,
  mutants: readonly M[],
  start: (mutant: M | undefined) => Promise<Served>,
  { beyond = [], perRun = () => ({}), ...given }: ServerOptions = {},
): Bench {
  const runOf =
    (mutant: M | undefined): Run =>
    async (options) => {
      const server = await start(mutant);
      try {
        const usual = { pollBudget: 900, promptness: 600, seed: 7 };
        return await runConformance({
          contract,
          ...doorOf(server),
          ...usual,
          ...given,
          ...perRun(),
          ...options,
        });
      } finally {
        await server.close();
      }
    };
  return {
    contract,
    mutants: mutants.map((one) => ({ ...one, name: one.defect, run: runOf(one) })),
    beyond,
    runCorrect: runOf(undefined),
  };
}

/** A bench whose mutants are recorded traffic: `write` records it, or correct traffic when it gets undefined. */
export function benchOfRecordings<M extends MutantFacts>(
  contract: string,
  mutants: readonly M[],
  write: (mutant: M | undefined) => { readonly text: string; readonly isFresh?: boolean },
  given: RunOptions = {},
): Bench {
  const runOf =
    (mutant: M | undefined): Run =>
    (options) => {
      const { text, isFresh = false } = write(mutant);
      const recording = { path: 'traffic.ndjson', text };
      return judgeRecording({ contract, ...given, ...options, recording, isFresh });
    };
  return {
    contract,
    mutants: mutants.map((one) => ({ ...one, name: one.defect, run: runOf(one) })),
    beyond: [],
    runCorrect: runOf(undefined),
  };
}

/** The options that connect a run to a server. */
export function doorOf({ url }: Pick<Served, 'url'>): Pick<ConformanceOptions, 'url' | 'agent'> {
  return { url, ...agentInMemory() };
}
