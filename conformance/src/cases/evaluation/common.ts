import { expectPrompt } from '../../checks/steadiness.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { bodyOf, describeAnswer, statusOf } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { resultsOf } from './result.ts';

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

/** That `errors` is always there is a choice of ours. */
export function errorsPresent(run: Run, operation: string, requirement: string): Check {
  return run.check(requirement, { phase: 'last' }, (trial) => {
    for (const exchange of resultsOf(run, operation)) {
      trial.saw(exchange);
      const errors = at(bodyOf(exchange), 'errors');
      if (errors !== undefined) continue;
      trial.violated(
        { symptom: 'no errors', expected: 'errors, which may be empty', actual: brief(bodyOf(exchange)) },
        exchange,
      );
    }
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
          symptom: `unreadable content gives ${statusOf(exchange)}`,
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
