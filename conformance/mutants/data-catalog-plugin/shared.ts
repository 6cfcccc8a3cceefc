import { betweenTasksMutants } from '../between-tasks.ts';
import { meaningMutants } from '../meanings.ts';
import type { Mutant } from '../mutant.ts';
import { negativeMutants } from '../negatives.ts';
import { overTimeMutants } from '../over-time.ts';
import { shapeMutants } from '../shapes.ts';

/** Defects that tech adapters and data catalog plugins can share. */
const SHARED = [
  'token-lost',
  'token-known-late',
  'token-not-decoded',
  'never-ends',
  'flips-back',
  'forgets-the-end',
  'info-read-once',
  'works-when-asked',
  'answers-after-work',
  'flips-after-some-looks',
  'one-token-for-all',
  'kinds-share-tokens',
  'token-matched-loosely',
  'status-missing',
  'done-for-completed',
  'token-in-an-object',
  'text-plain-status',
  'unprocessable',
  'refusal-without-errors',
  'refusal-without-user-message',
  'html-fault',
  'more-info-is-text',
  'log-level-warn',
  'field-leads-nowhere',
  'unknown-members-refused',
  'unknown-token-breaks',
  'unknown-word-breaks',
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
  'done-for-completed': 'X-13',
  'status-missing': 'X-02',
};

export const sharedMutants: readonly Mutant[] = SHARED.map((name) => {
  const mutant = ALL.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`there is no mutant ${name}`);
  return { ...mutant, caughtBy: CAUGHT_HERE[name] ?? mutant.caughtBy };
});
