import { sharedMutants } from '../shared-mutants.ts';
import { requestMutants } from './request-mutants.ts';
import { resultMutants } from './result-mutants.ts';
import { taskMutants } from './task-mutants.ts';

/** All mutants of the tech adapter. */
export const adapterMutants = [...sharedMutants, ...taskMutants, ...requestMutants, ...resultMutants];
