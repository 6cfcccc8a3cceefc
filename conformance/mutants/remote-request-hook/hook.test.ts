import { judgeTheJudge } from '../judge.ts';
import { aloneMutants } from './alone.ts';
import { blindMutants } from './blind.ts';
import { decisionMutants } from './decisions.ts';
import { SECRET, startHook } from './hook.ts';
import { partMutants } from './in-part.ts';
import { requestMutants } from './requests.ts';
import { tryMutants } from './tries.ts';

judgeTheJudge({
  contract: 'remote-request-hook',
  mutants: [
    ...requestMutants,
    ...decisionMutants,
    ...aloneMutants,
    ...tryMutants,
    ...blindMutants,
    ...partMutants,
  ],
  // There is no 204, and answers have neither lists of errors nor closed lists of words.
  start: startHook,
  options: { headers: { authorization: SECRET }, promptness: 300, pollBudget: 800 },
});
