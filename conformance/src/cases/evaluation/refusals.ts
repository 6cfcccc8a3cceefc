import { expectNoFault } from '../../checks/good-requests.ts';
import type { Check } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusText } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';

/**
 * Unreadable content is refused or reported in the result, and does not break the engine. If the engine rejects a
 * resource that lacks something, it must also reject content that it cannot read.
 * @param evaluate Sends the resource with this content
 * @param lacking The verdict on an incomplete resource
 */
export function unreadableContent(
  run: Run,
  operation: string,
  requirement: string,
  evaluate: (content: string, label: string) => Promise<Exchange>,
  lacking: () => Promise<Exchange | undefined>,
): Check {
  return run.check(requirement, { operation }, async (trial) => {
    const less = await lacking();
    const isContentNeeded = less !== undefined && at(bodyOf(less), 'satisfiesPolicy') === false;
    for (const [label, content] of UNREADABLE) {
      const exchange = await evaluate(content, label);
      const symptom = `unreadable content returns ${statusText(exchange)}`;
      expectNoFault(trial, exchange, symptom, '400, or a result that says so');
      if (!isContentNeeded || content !== NO_YAML || at(bodyOf(exchange), 'satisfiesPolicy') !== true)
        continue;
      trial.wrongAnswer(
        'unreadable content satisfies',
        '400, or a result that says so: an incomplete resource does not satisfy the policy',
        exchange,
        less,
      );
    }
  });
}

/** Text that no parser accepts; the others are YAML. */
const NO_YAML = 'name: "unfinished\n  - [1, 2';

/** Content without anything to evaluate. */
export const UNREADABLE = [
  ['content that is not YAML', NO_YAML],
  ['empty content', ''],
  ['content that is a list', '- one\n- two\n'],
  ['content that is a sentence', 'text only'],
] as const;
