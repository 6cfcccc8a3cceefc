import { expectPrompt } from '../../checks/steadiness.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { describeAnswer, statusOf, statusText } from '../../suite/exchange.ts';
import type { Run } from '../../suite/run.ts';

/** Refusals need no look at the resource. */
export function promptRefusals(run: Run, requirement: string): Check {
  return run.check(requirement, { phase: 'last' }, (trial) => {
    const refused = run.session.journal.filter(
      (one) => one.intent === 'invalid' && Math.trunc(statusOf(one) / 100) === 4,
    );
    if (refused.length === 0) throw new NotApplicable('nothing was refused');
    expectPrompt(trial, refused, run.settings.promptness, 'slow refusal');
  });
}

/** Content that nobody can read is refused, or told of in the result; it breaks nothing. */
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
      trial.saw(exchange);
      if (statusOf(exchange) > 0 && statusOf(exchange) < 500) continue;
      trial.violated(
        {
          symptom: `unreadable content gives ${statusText(exchange)}`,
          expected: '400, or a result that says so',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }
  });
}

const UNREADABLE = [
  ['content that is no YAML', 'name: "unfinished\n  - [1, 2'],
  ['content that is empty', ''],
] as const;
