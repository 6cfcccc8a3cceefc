import type { ErrorCode } from '@tessera/contracts/errors';
import type { Problem, ProblemArguments } from '../harness/problem.ts';

/** The codes that the operations of a contract list. */
type CodesOf<O> = Extract<
  { [K in keyof O]: O[K] extends { readonly errors: infer E } ? E[keyof E] : never }[keyof O],
  ErrorCode
>;

/** {@link Problem} with the codes of one contract: `O` are its operations. */
export type ProblemOf<O> = new <C extends CodesOf<O>>(code: C, ...given: ProblemArguments<C>) => Problem<C>;
