import { afterwardsMutants } from './afterwards.ts';
import { aloneMutants } from './alone.ts';
import { edgeMutants } from './at-the-edges.ts';
import { betweenTasksMutants } from './between-tasks.ts';
import { blindMutants } from './blind.ts';
import { circumstanceMutants } from './by-circumstance.ts';
import { onePlaceMutants } from './in-one-place.ts';
import { leftAloneMutants } from './left-alone.ts';
import { meaningMutants } from './meanings.ts';
import type { Mutant } from './mutant.ts';
import { nearMissMutants } from './near-misses.ts';
import { negativeMutants } from './negatives.ts';
import { obligingMutants } from './obliging.ts';
import { oneThingMutants } from './one-thing-only.ts';
import { overTimeMutants } from './over-time.ts';
import { seldomAskedMutants } from './seldom-asked.ts';
import { shapeMutants } from './shapes.ts';
import { adapterStrangers } from './strangers.ts';
import { unforeseenMutants } from './unforeseen.ts';

/** All mutants of the tech adapter. */
export const adapterMutants: readonly Mutant[] = [
  ...overTimeMutants,
  ...betweenTasksMutants,
  ...shapeMutants,
  ...meaningMutants,
  ...negativeMutants,
  ...nearMissMutants,
  ...obligingMutants,
  ...aloneMutants,
  ...blindMutants,
  ...unforeseenMutants,
  ...circumstanceMutants,
  ...afterwardsMutants,
  ...onePlaceMutants,
  ...edgeMutants,
  ...oneThingMutants,
  ...seldomAskedMutants,
  ...leftAloneMutants,
  ...adapterStrangers,
];
