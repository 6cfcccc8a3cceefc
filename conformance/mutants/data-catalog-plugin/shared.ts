import { betweenTasksMutants } from '../between-tasks.ts';
import type { Mutant } from '../mutant.ts';
import { negativeMutants } from '../negatives.ts';
import { overTimeMutants } from '../over-time.ts';

/** Defects of tokens and rejections that tech adapters and data catalog plugins can share. */
const SHARED = [
  'compares tokens without decoding the path',
  'finds a task by the start of its token',
  'returns 500 for a token that is not a UUID',
];

export const sharedMutants: readonly Mutant[] = [
  ...overTimeMutants,
  ...betweenTasksMutants,
  ...negativeMutants,
].filter(({ defect }) => SHARED.includes(defect));
