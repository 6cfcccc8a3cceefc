import type { Mutant } from '../mutant.ts';
import { aloneMutants } from './alone.ts';
import { blindMutants } from './blind.ts';
import { catalogMutants } from './catalog.ts';
import { partMutants } from './in-part.ts';
import { otherHandsMutants } from './other-hands.ts';
import { requestMutants } from './requests.ts';
import { sharedMutants } from './shared.ts';

/** All mutants of the data catalog plugin. */
export const catalogPluginMutants: readonly Mutant[] = [
  ...sharedMutants,
  ...requestMutants,
  ...catalogMutants,
  ...aloneMutants,
  ...blindMutants,
  ...partMutants,
  ...otherHandsMutants,
];
