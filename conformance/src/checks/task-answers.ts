import type { Check } from '../suite/check.ts';
import type { Run } from '../suite/run.ts';
import type { Blame } from '../suite/tasks.ts';
import { endChecks } from './task-answers/ends.ts';
import { moveChecks } from './task-answers/moves.ts';
import { promptnessChecks } from './task-answers/promptness.ts';
import { tokenAnswerChecks } from './task-answers/tokens.ts';

/** The requirements that tell why a task was not followed to its end. */
export const TASK_BLAME: Blame = { unknown: 'A-02', forgotten: 'A-09', endless: 'A-07', stateless: 'X-02' };

/** What holds for every task of the run, judged over everything that was seen of it. */
export function taskAnswerChecks(run: Run): Check[] {
  return [...tokenAnswerChecks(run), ...moveChecks(run), ...endChecks(run), ...promptnessChecks(run)];
}
