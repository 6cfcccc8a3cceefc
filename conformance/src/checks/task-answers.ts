import type { Check } from '../suite/check.ts';
import type { Run } from '../suite/run.ts';
import { endChecks } from './task-answers/ends.ts';
import { moveChecks } from './task-answers/moves.ts';
import { promptnessChecks } from './task-answers/promptness.ts';
import { tokenAnswerChecks } from './task-answers/tokens.ts';

/** What holds for every task of the run, judged over everything that was seen of it. */
export function taskAnswerChecks(run: Run): Check[] {
  return [...tokenAnswerChecks(run), ...moveChecks(run), ...endChecks(run), ...promptnessChecks(run)];
}
