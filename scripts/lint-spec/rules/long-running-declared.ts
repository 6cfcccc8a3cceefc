import type { LintRule } from '../rule.ts';

export const longRunningDeclared: LintRule = {
  id: 'long-running-declared',
  sentence:
    'An operation whose 202 answer has a link `status` says with x-dp-long-running how it is followed.',
  check(api, report) {
    for (const { id, pointer, responses, longRunning } of api.operations) {
      const start = responses.find(({ status }) => status === '202');
      if (start?.links.some(({ name }) => name === 'status') && !longRunning) {
        report(pointer, `${id} starts work but has no x-dp-long-running`);
      }
    }
  },
};
