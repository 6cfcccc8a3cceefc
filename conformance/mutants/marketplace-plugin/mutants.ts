import type { Mutant } from '../mutant.ts';
import { aloneMutants } from './alone.ts';
import { descriptorMutants } from './descriptors.ts';
import { overTimeMutants } from './over-time.ts';
import { requestMutants } from './requests.ts';

/** All mutants of the marketplace plugin. */
export const marketplaceMutants: readonly Mutant[] = [
  ...requestMutants,
  ...overTimeMutants,
  ...aloneMutants,
  ...descriptorMutants,
];
