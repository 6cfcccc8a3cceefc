import type { LintRule } from '../rule.ts';

export const sinceStated: LintRule = {
  id: 'since-stated',
  sentence: 'Every operation states the generation of the contract that brought it.',
  check(api, report) {
    for (const { id, pointer, since } of api.operations) {
      if (since === undefined) report(pointer, `${id} has no x-dp-since`);
    }
  },
};
