import { findSuite } from '../src/contracts.ts';
import { DEFAULTS } from '../src/defaults.ts';
import { judgeRecording } from '../src/offline/judge-recording.ts';
import { runConformance } from '../src/run-conformance.ts';
import type { ConformanceOptions } from '../src/suite/options.ts';
import type { Report } from '../src/suite/report.ts';
import type { Mutant } from './mutant.ts';
import type { DerivedMutant } from './operators/derive.ts';
import { serveTampered, type Tamper } from './operators/tampering.ts';
import { agentInMemory, type Served, serve } from './virtual-time.ts';

/** What the suite knows about a mutant without running it. */
export type MutantFacts = Pick<Mutant<unknown>, 'defect' | 'caughtBy'>;

/** Runs the suite against one implementation. */
export type Run = (options?: RunOptions) => Promise<Report>;

/** Options that apply to recorded traffic as well as to servers. */
export type RunOptions = Partial<Pick<ConformanceOptions, 'only' | 'skip' | 'ids' | 'seed'>>;

/** A mutant, and a function that runs the suite against it. */
export interface RunnableMutant extends MutantFacts {
  readonly name: string;
  /** An operator derived it. */
  readonly isDerived?: true;
  readonly run: Run;
}

/** The mutants of one contract, and the correct implementation that they modify. */
export interface Bench {
  readonly contract: string;
  readonly mutants: readonly RunnableMutant[];
  /** Mutants that no check catches; each has a reason in the list of survivors. */
  readonly survivors: readonly RunnableMutant[];
  /** Binding requirements that no mutant of this contract can violate. */
  readonly beyond: readonly string[];
  readonly runCorrect: Run;
  /** Runs the suite read-only against the correct server, without input; absent for recorded traffic. */
  readonly runReadOnly?: () => Promise<Report>;
  /** Runs the suite, with its default limits, against the correct server with a change around it. */
  readonly runAround?: (change: Tamper) => Promise<Report>;
}

interface ServerOptions extends Partial<ConformanceOptions> {
  readonly beyond?: readonly string[];
  /** Mutants that operators derive. */
  readonly derived?: readonly DerivedMutant[];
  /** Options that must be unique to each run. */
  readonly perRun?: () => Partial<ConformanceOptions>;
}

/** A bench whose mutants are servers: `start` serves one, or the correct server when it gets undefined. */
export function benchOfServers<M extends MutantFacts>(
  contract: string,
  mutants: readonly M[],
  start: (mutant: M | undefined) => Promise<Served>,
  { beyond = [], derived = [], perRun = () => ({}), ...given }: ServerOptions = {},
): Bench {
  const runOf =
    (serveOne: () => Promise<Served>) =>
    async (options?: Partial<ConformanceOptions>): Promise<Report> => {
      const server = await serveOne();
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
  const around = (one: DerivedMutant): RunnableMutant => ({
    ...factsOf(one),
    isDerived: true,
    run: runOf(async () => one.start(await start(undefined))),
  });
  return {
    contract,
    mutants: [
      ...mutants.map((one) => ({ ...factsOf(one), run: runOf(() => start(one)) })),
      ...derived.filter(({ survives }) => survives === undefined).map(around),
    ],
    survivors: derived.filter(({ survives }) => survives !== undefined).map(around),
    beyond,
    runCorrect: runOf(() => start(undefined)),
    runReadOnly: () => runOf(() => start(undefined))({ readOnly: true, bodies: {} }),
    runAround: (change) =>
      runOf(async () => {
        const { table } = (await findSuite(contract)).contract;
        return serveTampered(await start(undefined), table.operations, change);
      })(DEFAULTS),
  };
}

const factsOf = ({ caughtBy, defect }: MutantFacts) => ({ name: defect, caughtBy, defect });

/**
 * A bench whose mutants are the traffic of integrators, judged as traffic that was just received: the suite calls the
 * adapter that they register. `write` records the traffic of one, or correct traffic when it gets undefined.
 */
export function benchOfTraffic<M extends MutantFacts>(
  contract: string,
  mutants: readonly M[],
  write: (mutant: M | undefined, adapter: URL) => string,
  given: RunOptions = {},
): Bench {
  const runOf =
    (mutant: M | undefined): Run =>
    async (options) => {
      const adapter = await serve((_request, response) => response.end());
      try {
        const recording = { path: 'traffic.ndjson', text: write(mutant, adapter.url) };
        const whole = { contract, ...given, ...options, ...agentInMemory() };
        return await judgeRecording({ ...whole, recording, isFresh: true });
      } finally {
        await adapter.close();
      }
    };
  return {
    contract,
    mutants: mutants.map((one) => ({ ...factsOf(one), run: runOf(one) })),
    survivors: [],
    beyond: [],
    runCorrect: runOf(undefined),
  };
}

/** The options that connect a run to a server. */
export function doorOf({ url }: Pick<Served, 'url'>): Pick<ConformanceOptions, 'url' | 'agent'> {
  return { url, ...agentInMemory() };
}
