import type { LintRule } from '../rule.ts';

/** A shorter description does not help a reader who is new to the platform. */
const SHORTEST_DESCRIPTION = 60;

export const operationText: LintRule = {
  id: 'operation-text',
  sentence:
    'A summary is a phrase without a full stop; a description is at least a sentence longer than the summary.',
  check(api, report) {
    for (const { id, pointer, summary, description } of api.operations) {
      if (summary === '' || summary.endsWith('.'))
        report(`${pointer}/summary`, `the summary of ${id} is empty or ends with a full stop`);
      if (description.length < SHORTEST_DESCRIPTION || !description.trimEnd().endsWith('.')) {
        report(`${pointer}/description`, `the description of ${id} is too short to help, or does not end`);
      }
    }
  },
};
