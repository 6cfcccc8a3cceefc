import type { Statement, Trial } from '../suite/check.ts';
import { at, brief, isObject } from '../suite/json.ts';
import type { Ended } from '../suite/tasks.ts';

/**
 * Repeating a request creates nothing new. Values may change, for example a date, but a name that has become longer, such
 * as one with a number after it, is the name of another resource.
 */
export function expectNothingNew(trial: Trial, before: Ended, after: Ended): void {
  const grown = findGrown(publicInfoIn(before), publicInfoIn(after));
  if (grown === undefined) return;
  trial.violated(
    { symptom: 'repeating creates something new', ...grown, difference: '/info/publicInfo' },
    after.exchange,
    before.exchange,
  );
}

function publicInfoIn({ body }: Ended): unknown {
  return at(body, 'info', 'publicInfo');
}

/** A text with at least two letters that is now part of a longer one. */
function findGrown(before: unknown, after: unknown): Omit<Statement, 'symptom'> | undefined {
  if (typeof before === 'string' && typeof after === 'string') {
    const isGrown = after.length > before.length && after.includes(before) && /\p{L}{2}/u.test(before);
    return isGrown ? { expected: `${brief(before)}, as before`, actual: brief(after) } : undefined;
  }
  if (!isObject(before) || !isObject(after)) return undefined;
  for (const [name, value] of Object.entries(before)) {
    const grown = findGrown(value, after[name]);
    if (grown !== undefined) return grown;
  }
  return undefined;
}
