import type { LintRule } from '../rule.ts';

export const examplesPresent: LintRule = {
  id: 'examples-present',
  sentence: 'Every request body, and every response that has a body, shows at least one example.',
  check(api, report) {
    for (const { id, pointer, body, responses } of api.operations) {
      if (body && body.examples.length === 0)
        report(`${pointer}/requestBody`, `the request body of ${id} has no example`);
      for (const { status, schema, examples } of responses) {
        if (schema !== undefined && examples.length === 0) {
          report(`${pointer}/responses/${status}`, `the ${status} response of ${id} has no example`);
        }
      }
    }
    for (const { name, method, body } of api.webhooks) {
      if (body && body.examples.length === 0) {
        report(
          `/webhooks/${name}/${method.toLowerCase()}/requestBody`,
          `the payload of ${name} has no example`,
        );
      }
    }
  },
};
