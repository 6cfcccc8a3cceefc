import { answerMutants } from './answer-mutants.ts';
import { governanceMutants } from './governance-mutants.ts';
import { lawMutants } from './law-mutants.ts';
import { listMutants } from './list-mutants.ts';
import { provisioningMutants } from './provisioning-mutants.ts';

/** All mutants of the platform. */
export const platformMutants = [
  ...answerMutants,
  ...listMutants,
  ...governanceMutants,
  ...provisioningMutants,
  ...lawMutants,
];
