import type { Api } from '../generate/model.ts';

/** One of our conventions. */
export interface LintRule {
  /** Equal to the name of the file that holds the rule. */
  readonly id: string;
  /** What it asks for, one sentence. */
  readonly sentence: string;
  readonly check: (api: Api, report: (pointer: string, message: string) => void) => void;
}
