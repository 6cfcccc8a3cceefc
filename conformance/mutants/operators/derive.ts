import type { Served } from '../virtual-time.ts';
import { ANSWER_OPERATORS } from './answers.ts';
import { ERROR_OPERATORS, queryRejections, unlistedExplanations } from './errors.ts';
import { LIST_OPERATORS } from './lists.ts';
import { REQUEST_OPERATORS, rejectsUnknownParameters } from './requests.ts';
import { type Derived, readSubject } from './subject.ts';
import { SURVIVORS } from './survivors.ts';
import { serveTampered } from './tampering.ts';
import { TASK_OPERATORS } from './tasks.ts';

const OPERATORS = [
  ...ANSWER_OPERATORS,
  ...ERROR_OPERATORS,
  ...REQUEST_OPERATORS,
  ...TASK_OPERATORS,
  ...LIST_OPERATORS,
  queryRejections,
  unlistedExplanations,
  rejectsUnknownParameters,
];

/** A mutant that an operator derived, around a correct server. */
export interface DerivedMutant extends Omit<Derived, 'tamper'> {
  /** Why no check catches it; absent for mutants that one must catch. */
  readonly survives?: string;
  start(correct: Served): Promise<Served>;
}

/**
 * Each operator keeps the first of its places for each requirement, and a sample of the others that has about the size
 * of this many operations: the same fault in every operation shows no more. Operators start their samples at different
 * places, so that each operation gets some.
 */
const OPERATIONS = 4;

/** A contract with at most this many operations keeps all places. */
const FEW = 12;

/** All mutants that the operators derive for a contract. */
export async function deriveMutants(contract: string): Promise<readonly DerivedMutant[]> {
  const subject = await readSubject(contract);
  const operations = Object.fromEntries(subject.operations.map((one) => [one.id, one]));
  const count = subject.operations.length;
  const sampled = Math.ceil(count / OPERATIONS);
  return OPERATORS.flatMap((operator, turn) => {
    const seen = new Set<string>();
    // Tasks are always sampled: a check examines one task of each status path.
    const part = count <= FEW && !TASK_OPERATORS.includes(operator) ? 1 : sampled;
    return operator(subject)
      .filter(({ caughtBy }) => subject.canFail(caughtBy))
      .filter(({ caughtBy, defect }, index) => {
        const isFirst = !seen.has(caughtBy);
        seen.add(caughtBy);
        const isListed = reasonOf(contract, defect).survives !== undefined;
        return isFirst || isListed || index % part === turn % part;
      });
  }).map(({ caughtBy, defect, tamper }) => ({
    caughtBy,
    defect,
    ...reasonOf(contract, defect),
    start: (correct) => serveTampered(correct, operations, tamper()),
  }));
}

function reasonOf(contract: string, defect: string): Pick<DerivedMutant, 'survives'> {
  const survives = SURVIVORS[contract]?.[defect];
  return survives === undefined ? {} : { survives };
}
