import type { Mutant } from '../mutant.ts';
import { hookStrangers } from '../strangers.ts';
import { aloneMutants } from './alone.ts';
import { blindMutants } from './blind.ts';
import { decisionMutants } from './decisions.ts';
import type { HookHabits } from './hook.ts';
import { partMutants } from './in-part.ts';
import { requestMutants } from './requests.ts';
import { tryMutants } from './tries.ts';

/** All mutants of the approval service. */
export const hookMutants: readonly Mutant<HookHabits>[] = [
  ...requestMutants,
  ...decisionMutants,
  ...aloneMutants,
  ...tryMutants,
  ...blindMutants,
  ...partMutants,
  ...hookStrangers,
];
