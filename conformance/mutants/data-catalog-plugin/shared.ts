import { betweenTasksMutants } from '../between-tasks.ts';
import { meaningMutants } from '../meanings.ts';
import type { Mutant } from '../mutant.ts';
import { negativeMutants } from '../negatives.ts';
import { overTimeMutants } from '../over-time.ts';
import { shapeMutants } from '../shapes.ts';

/** Defects that tech adapters and data catalog plugins can share. */
const SHARED = [
  'returns a token that its status path does not know',
  'knows a token only some time after it was returned',
  'compares tokens without decoding the path',
  'never leaves RUNNING',
  'returns to RUNNING on the second read of a finished task',
  'forgets a task after its terminal state has been read',
  'returns the information of a finished task on the first read only',
  'makes progress only while it is polled',
  'returns the token only after a long time',
  'changes COMPLETED to FAILED on the fourth read',
  'returns the same token to every caller',
  'accepts any token on any status path',
  'finds a task by the start of its token',
  'omits status from a provisioning status',
  'reports the terminal state as DONE',
  'wraps the token in an object',
  'returns a status as text/plain',
  'rejects with 422 instead of 400',
  'omits errors from a 400',
  'omits userMessage from a 400',
  'returns 500 and an HTML page for invalid input',
  'returns the solutions of moreInfo as one string',
  'logs with the level WARN',
  'names an unknown input field',
  'rejects a provision with an unknown field',
  'returns 500 for an unknown token',
  'returns 500 for a token that is not a UUID',
];

const ALL = [
  ...overTimeMutants,
  ...betweenTasksMutants,
  ...shapeMutants,
  ...meaningMutants,
  ...negativeMutants,
];

/** The requirement that catches the defect in a contract without a specific requirement for it. */
const CAUGHT_HERE: Readonly<Record<string, string>> = {
  'reports the terminal state as DONE': 'X-13',
  'omits status from a provisioning status': 'X-02',
};

export const sharedMutants: readonly Mutant[] = SHARED.map((defect) => {
  const mutant = ALL.find((one) => one.defect === defect);
  if (mutant === undefined) throw new Error(`there is no mutant that ${defect}`);
  return { ...mutant, caughtBy: CAUGHT_HERE[defect] ?? mutant.caughtBy };
});
