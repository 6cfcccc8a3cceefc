import { toPointer, walkObjects } from '../../generate/json.ts';
import type { LintRule } from '../rule.ts';

const CLOSING_KEYWORDS = ['additionalProperties', 'unevaluatedProperties'];

export const objectsStayOpen: LintRule = {
  id: 'objects-stay-open',
  sentence: 'Schemas do not forbid further members: readers tolerate more than they know.',
  check(api, report) {
    for (const { object, at } of walkObjects({ schemas: api.schemas }, ['components'])) {
      for (const keyword of CLOSING_KEYWORDS.filter((name) => object[name] === false)) {
        report(toPointer([...at, keyword]), `${keyword} is false`);
      }
    }
  },
};
