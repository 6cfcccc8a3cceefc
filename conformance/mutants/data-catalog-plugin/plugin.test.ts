import { judgeTheJudge } from '../judge.ts';
import { useVirtualTime } from '../virtual-time.ts';
import { aloneMutants } from './alone.ts';
import { blindMutants } from './blind.ts';
import { catalogMutants } from './catalog.ts';
import { partMutants } from './in-part.ts';
import { otherHandsMutants } from './other-hands.ts';
import { startPlugin } from './plugin.ts';
import { requestMutants } from './requests.ts';
import { sharedMutants } from './shared.ts';

useVirtualTime();

judgeTheJudge({
  contract: 'data-catalog-plugin',
  mutants: [
    ...sharedMutants,
    ...requestMutants,
    ...catalogMutants,
    ...aloneMutants,
    ...blindMutants,
    ...partMutants,
    ...otherHandsMutants,
  ],
  // There is no 204, and no state between RUNNING and the end.
  start: startPlugin,
  options: { promptness: 300, pollBudget: 2_000 },
});
