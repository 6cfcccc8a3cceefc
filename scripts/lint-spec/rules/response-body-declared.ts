import type { LintRule } from '../rule.ts';

/** Statuses that may come without a body. */
const MAY_BE_EMPTY = new Set(['202', '204']);

export const responseBodyDeclared: LintRule = {
  id: 'response-body-declared',
  sentence: 'Every response has a body schema, except a 204 and a 202 whose caller already knows the token.',
  check(api, report) {
    for (const { id, pointer, responses } of api.operations) {
      for (const { status, schema } of responses) {
        const at = `${pointer}/responses/${status}`;
        if (schema === undefined && !MAY_BE_EMPTY.has(status))
          report(at, `the ${status} response of ${id} has no body schema`);
        if (schema !== undefined && status === '204') report(at, `the 204 response of ${id} has a body`);
      }
    }
  },
};
