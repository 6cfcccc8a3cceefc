import { asArray } from '../../generate/json.ts';
import type { LintRule } from '../rule.ts';

export const stateHasLifecycle: LintRule = {
  id: 'state-has-lifecycle',
  sentence: 'An enumeration that holds RUNNING, WAITING or PENDING beside other states has a lifecycle.',
  check(api, report) {
    for (const [name, schema] of Object.entries(api.schemas)) {
      const values = asArray(schema['enum']).map((value) => String(value).toUpperCase());
      const isState =
        values.length > 1 && values.some((value) => ['RUNNING', 'WAITING', 'PENDING'].includes(value));
      if (isState && schema['x-dp-lifecycle'] === undefined)
        report(`/components/schemas/${name}`, `${name} has no x-dp-lifecycle`);
    }
  },
};
