import { asString, isObject, toPointer, walkObjects } from '../../generate/json.ts';
import type { LintRule } from '../rule.ts';

/** A reason shorter than this says nothing. */
const SHORTEST_REASON = 20;

export const chosenHasReason: LintRule = {
  id: 'chosen-has-reason',
  sentence: 'An x-dp-chosen key gives a whole sentence as its reason.',
  check(api, report) {
    for (const { object, at } of walkObjects(api.bundle.document)) {
      const chosen = object['x-dp-chosen'];
      if (chosen === undefined) continue;
      const reasons = isObject(chosen) ? Object.values(chosen) : [chosen];
      for (const reason of reasons.map(asString)) {
        if (reason.length < SHORTEST_REASON || !reason.endsWith('.')) {
          report(toPointer([...at, 'x-dp-chosen']), `"${reason}" is not a sentence`);
        }
      }
    }
  },
};
