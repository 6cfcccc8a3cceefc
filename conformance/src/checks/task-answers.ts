import type { Check } from '../suite/check.ts';
import type { Run } from '../suite/run.ts';
import type { Blame } from '../suite/tasks.ts';
import { endChecks } from './task-answers/ends.ts';
import { moveChecks } from './task-answers/moves.ts';
import { promptnessChecks } from './task-answers/promptness.ts';
import { tokenAnswerChecks } from './task-answers/tokens.ts';

/** The requirements that explain why a task was not polled to its end. */
export const TASK_BLAME: Blame = { unknown: 'A-02', forgotten: 'A-09', endless: 'A-07', stateless: 'X-02' };

/** Checks of every task of the run, over all its observations. */
export function taskAnswerChecks(run: Run): Check[] {
  return [...tokenAnswerChecks(run), ...moveChecks(run), ...endChecks(run), ...promptnessChecks(run)];
}
