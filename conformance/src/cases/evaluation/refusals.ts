import { expectNoFault } from '../../checks/good-requests.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf, statusText } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import type { Run, Scope } from '../../suite/run.ts';

/** Unreadable content is refused or reported in the result, and does not break the engine. */
export function unreadableContent(
  run: Run,
  operation: string,
  requirement: string,
  good: (content: string) => Promise<unknown>,
): Check {
  return run.check(requirement, { operation }, async (trial) => {
    for (const [label, content] of UNREADABLE) {
      const exchange = await run.session.call({
        operation,
        label,
        intent: 'valid',
        value: await good(content),
      });
      const symptom = `unreadable content returns ${statusText(exchange)}`;
      expectNoFault(trial, exchange, symptom, '400, or a result that says so');
    }
  });
}

/**
 * If an engine rejects a resource that lacks something, it must also reject a resource that it cannot read.
 * @param lacking The verdict on the incomplete resource
 */
export function unreadableIsNoSuccess(
  run: Run,
  requirement: string,
  scope: Scope,
  lacking: () => Promise<Exchange | undefined>,
): Check {
  return run.check(requirement, { ...scope, phase: 'last' }, async (trial) => {
    const less = await lacking();
    if (less === undefined || at(bodyOf(less), 'satisfiesPolicy') !== false)
      throw new NotApplicable('a resource has no required fields');
    for (const exchange of run.session.journal.filter(({ label }) => label === NO_YAML)) {
      trial.saw(exchange);
      if (statusOf(exchange) !== 200 || at(bodyOf(exchange), 'satisfiesPolicy') !== true) continue;
      trial.wrongAnswer(
        'unreadable content satisfies',
        '400, or a result that says so: an incomplete resource does not satisfy the policy',
        exchange,
        less,
      );
    }
  });
}

const NO_YAML = 'content that is not YAML';
/** Content without anything to evaluate. */
export const UNREADABLE = [
  [NO_YAML, 'name: "unfinished\n  - [1, 2'],
  ['empty content', ''],
  ['content that is a list', '- one\n- two\n'],
  ['content that is a sentence', 'text only'],
] as const;
