import { startAdapter } from './adapter.ts';
import { afterwardsMutants } from './afterwards.ts';
import { aloneMutants } from './alone.ts';
import { edgeMutants } from './at-the-edges.ts';
import { betweenTasksMutants } from './between-tasks.ts';
import { blindMutants } from './blind.ts';
import { circumstanceMutants } from './by-circumstance.ts';
import { onePlaceMutants } from './in-one-place.ts';
import { judgeTheJudge } from './judge.ts';
import { leftAloneMutants } from './left-alone.ts';
import { meaningMutants } from './meanings.ts';
import { nearMissMutants } from './near-misses.ts';
import { negativeMutants } from './negatives.ts';
import { obligingMutants } from './obliging.ts';
import { oneThingMutants } from './one-thing-only.ts';
import { overTimeMutants } from './over-time.ts';
import { seldomAskedMutants } from './seldom-asked.ts';
import { shapeMutants } from './shapes.ts';
import { unforeseenMutants } from './unforeseen.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

judgeTheJudge({
  contract: 'tech-adapter',
  mutants: [
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
  ],
  start: startAdapter,
  options: { pollBudget: 2_000 },
});
