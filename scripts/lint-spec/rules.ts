import type { LintRule } from './rule.ts';
import { chosenHasReason } from './rules/chosen-has-reason.ts';
import { examplesFitErrors } from './rules/examples-fit-errors.ts';
import { examplesPresent } from './rules/examples-present.ts';
import { longRunningDeclared } from './rules/long-running-declared.ts';
import { objectsStayOpen } from './rules/objects-stay-open.ts';
import { operationText } from './rules/operation-text.ts';
import { propertyDescribed } from './rules/property-described.ts';
import { responseBodyDeclared } from './rules/response-body-declared.ts';
import { sinceStated } from './rules/since-stated.ts';
import { stateHasLifecycle } from './rules/state-has-lifecycle.ts';

/** All conventions, by name. */
export const RULES: readonly LintRule[] = [
  chosenHasReason,
  examplesFitErrors,
  examplesPresent,
  longRunningDeclared,
  objectsStayOpen,
  operationText,
  propertyDescribed,
  responseBodyDeclared,
  sinceStated,
  stateHasLifecycle,
];
