import type { LintRule } from '../rule.ts';

export const sinceStated: LintRule = {
  id: 'since-stated',
  sentence: 'Every operation states the contract version that added it.',
  check(api, report) {
    for (const { id, pointer, since } of api.operations) {
      if (since === undefined) report(pointer, `${id} has no x-dp-since`);
    }
  },
};
