import { judgeTheJudge } from '../judge.ts';
import { useVirtualTime } from '../virtual-time.ts';
import { aloneMutants } from './alone.ts';
import { descriptorMutants } from './descriptors.ts';
import { overTimeMutants } from './over-time.ts';
import { startPlugin } from './plugin.ts';
import { requestMutants } from './requests.ts';

useVirtualTime();

judgeTheJudge({
  contract: 'marketplace-plugin',
  mutants: [...requestMutants, ...overTimeMutants, ...aloneMutants, ...descriptorMutants],
  // Errors carry no moreInfo, and answers have no closed lists of words.
  start: startPlugin,
});
