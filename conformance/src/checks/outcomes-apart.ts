import { type Check, NotApplicable } from '../suite/check.ts';
import { type Exchange, statusOf, succeeded } from '../suite/exchange.ts';
import { at, brief, listOf } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import type { Work } from '../suite/work.ts';
import type { Pair } from './agreement.ts';
import { validationsOf } from './validations.ts';

/**
 * The outcome of a validation is independent of other validations.
 * @param alone A valid descriptor, while no other validation runs
 * @param wrong An invalid one, in both validations
 * @param beside A valid descriptor, concurrently with the invalid one
 */
export function outcomesApartCheck(run: Run, alone: Work, wrong: Pair, beside: Work): Check {
  const { asTask: operation, foundAtOnce, foundByTask } = validationsOf(run.contract);
  const outcomeOf = (body: unknown): string => {
    const errors = listOf(at(body, 'info', 'publicInfo', 'error', 'errors'));
    return `${brief(at(body, 'status'))}, valid: ${brief(foundByTask(body))}, ${brief(errors)}`;
  };
  return run.check('A-14', { operation }, async (trial) => {
    if ((await wrong.asTask.start()).kind === 'refused')
      throw new NotApplicable('the invalid descriptor is rejected immediately: there is only one outcome');
    const before = await alone.end();
    const [other, ended] = await Promise.all([wrong.asTask.end(), beside.end()]);
    trial.saw(before.exchange, other.exchange, ended.exchange);
    const share = (expected: string, actual: string, ...where: readonly Exchange[]): void =>
      trial.violated({ symptom: 'outcomes are mixed up', expected, actual }, ...where);
    const [usual, seen] = [outcomeOf(before.body), outcomeOf(ended.body)];
    // What the descriptors of the two differ in may change the verdict; the invalid descriptor must not.
    if (seen !== usual && seen === outcomeOf(other.body))
      share(`${usual}, as when it ran alone`, seen, ended.exchange, before.exchange);
    // A server that keeps a single outcome reports a wrong one for one of the two tasks.
    for (const { task, body, exchange } of [before, other]) {
      if (task === undefined) continue;
      const later = await run.tasks.read(task, `${task.start.label}, after others have finished`);
      if (statusOf(later.exchange) === 200 && outcomeOf(later.body) !== outcomeOf(body))
        share(outcomeOf(body), outcomeOf(later.body), later.exchange, exchange);
    }
    const sync = await wrong.atOnce();
    if (!succeeded(sync) || foundAtOnce(sync) !== false || foundByTask(other.body) !== true) return;
    const expected = 'valid: false, as the synchronous validation says';
    share(expected, outcomeOf(other.body), other.exchange, sync);
  });
}
