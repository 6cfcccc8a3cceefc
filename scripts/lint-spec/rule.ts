import type { Api, Model } from '../generate/model.ts';

/** One of our conventions. */
export interface LintRule {
  /** Equal to the name of the file that holds the rule. */
  readonly id: string;
  /** Its requirement, one sentence. */
  readonly sentence: string;
  readonly check: (api: Api, report: (pointer: string, message: string) => void, model: Model) => void;
}
