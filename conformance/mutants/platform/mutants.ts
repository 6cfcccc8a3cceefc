import { answerMutants } from './answer-mutants.ts';
import { behaviorMutants } from './behavior-mutants.ts';
import { changingMutants } from './changing-mutants.ts';
import { companyMutants } from './company-mutants.ts';
import { deployingMutants } from './deploying-mutants.ts';
import { edgeMutants } from './edge-mutants.ts';
import { findingMutants } from './finding-mutants.ts';
import { judgingMutants } from './judging-mutants.ts';
import { keepingMutants } from './keeping-mutants.ts';
import { lawMutants } from './law-mutants.ts';
import { meaningMutants } from './meaning-mutants.ts';
import { narrowingMutants } from './narrowing-mutants.ts';
import { reachingMutants } from './reaching-mutants.ts';
import { replacingMutants } from './replacing-mutants.ts';
import { restingMutants } from './resting-mutants.ts';
import { staleMutants } from './stale-mutants.ts';
import { stoppingMutants } from './stopping-mutants.ts';
import { takingMutants } from './taking-mutants.ts';
import { tellingMutants } from './telling-mutants.ts';

/** All mutants of the platform. */
export const platformMutants = [
  ...answerMutants,
  ...behaviorMutants,
  ...meaningMutants,
  ...replacingMutants,
  ...takingMutants,
  ...stoppingMutants,
  ...edgeMutants,
  ...keepingMutants,
  ...companyMutants,
  ...judgingMutants,
  ...findingMutants,
  ...deployingMutants,
  ...tellingMutants,
  ...staleMutants,
  ...narrowingMutants,
  ...changingMutants,
  ...reachingMutants,
  ...restingMutants,
  ...lawMutants,
];
