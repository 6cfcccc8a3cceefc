import type { Bench } from '../mutants/bench.ts';
import { BENCHES } from '../mutants/benches.ts';
import { startVirtualTime } from '../mutants/virtual-time.ts';
import { findSuite } from '../src/contracts.ts';
import { pageOf } from '../src/explanations.ts';
import type { WrongAnswer } from '../src/requirement-page.ts';
import { listChecks } from '../src/run-conformance.ts';
import { EXECUTED } from '../src/suite/verdict.ts';
import type { Traffic } from './difference.ts';
import { type RightAnswers, rightAnswersOf, wrongAnswerOf } from './exhibits.ts';

/** A run whose traffic the pages show. */
export interface ExampleRun {
  readonly contract: string;
  /** The requirement that the run is about; absent for the run against the correct implementation. */
  readonly requirement?: string;
}

/** The exhibits of a run. */
export interface Example extends ExampleRun {
  readonly right?: RightAnswers;
  readonly wrong?: WrongAnswer<Traffic>;
}

/** Every run that the pages need: one against each correct implementation, and one for each page with a mutant. */
export function exampleRuns(): ExampleRun[] {
  const pages = new Set<string>();
  const isNew = (page: string): boolean => !pages.has(page) && pages.add(page) !== undefined;
  return BENCHES.flatMap(({ contract, mutants }) => [
    { contract },
    ...[...new Set(mutants.map(({ caughtBy }) => caughtBy))]
      .filter((requirement) => isNew(pageOf(contract, requirement)))
      .map((requirement) => ({ contract, requirement })),
  ]);
}

/** The requirement of which tests of the site compare pictures, and the contract whose traffic its page shows. */
const PICTURED = { contract: 'tech-adapter', requirement: 'A-08' };

/** For tests of the site: the runs behind the page of their pictures, and one in sixteen of all. */
export function sampleOfRuns(): ExampleRun[] {
  const isPictured = ({ contract, requirement }: ExampleRun): boolean =>
    contract === PICTURED.contract && (requirement ?? PICTURED.requirement) === PICTURED.requirement;
  return exampleRuns().filter((run, index) => isPictured(run) || index % 16 === 0);
}

/** Makes a run. Virtual time starts at a fixed moment, so the traffic is the same on every machine. */
export async function makeExample(run: ExampleRun): Promise<Example> {
  const bench = BENCHES.find(({ contract }) => contract === run.contract);
  if (bench === undefined) throw new Error(`${run.contract} has no mutants`);
  if (run.requirement === undefined)
    return { ...run, right: rightAnswersOf(await inVirtualTime(bench.runCorrect)) };
  const wrong = await findWrongAnswer(bench, run.requirement);
  return { ...run, ...(wrong === undefined ? {} : { wrong }) };
}

/** Uses the first mutant of the requirement, by name, that shows traffic, so that new mutants change few pages. */
async function findWrongAnswer(
  { contract, mutants }: Bench,
  requirement: string,
): Promise<WrongAnswer<Traffic> | undefined> {
  const skip = (await manyChecks(contract)).filter((id) => id !== requirement);
  const own = mutants.filter(({ caughtBy }) => caughtBy === requirement);
  for (const mutant of own.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    const report = await inVirtualTime(() => mutant.run({ only: [requirement], skip }));
    const wrong = wrongAnswerOf(report, mutant);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** A requirement with more checks than this causes most of the requests of a run. */
const MANY_CHECKS = 100;

/** Requirements with so many checks that only their own pages run them. */
async function manyChecks(contract: string): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { requirement } of await listChecks(contract))
    counts.set(requirement.id, (counts.get(requirement.id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MANY_CHECKS).map(([id]) => id);
}

/** The checks that a run with the default flags executes, if such a run only reads. */
export async function checksThatOnlyRead(contract: string): Promise<ReadonlySet<string> | undefined> {
  const { readsOnly } = await findSuite(contract);
  const run = BENCHES.find((bench) => bench.contract === contract)?.runReadOnly;
  if (readsOnly !== true || run === undefined) return undefined;
  const { checks } = await inVirtualTime(run);
  return new Set(checks.filter(({ verdict }) => EXECUTED.includes(verdict)).map(({ id }) => id));
}

async function inVirtualTime<T>(act: () => Promise<T>): Promise<T> {
  const stop = startVirtualTime();
  try {
    return await act();
  } finally {
    await stop();
  }
}
