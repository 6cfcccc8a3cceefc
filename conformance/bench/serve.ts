import { startAdapter } from '../mutants/adapter.ts';
import { negativeMutants } from '../mutants/negatives.ts';
import { overTimeMutants } from '../mutants/over-time.ts';

/** Serves an adapter with jobs of 150 ms until it is ended: a good one, or the mutant that is named. Prints its address. */
const [, , name] = process.argv;
const mutant = [...negativeMutants, ...overTimeMutants].find((one) => one.name === name);
if (name !== undefined && mutant === undefined) throw new Error(`there is no mutant ${name}`);
const adapter = await startAdapter({ work: 150, ...mutant?.habits });
console.log(adapter.url.href);
