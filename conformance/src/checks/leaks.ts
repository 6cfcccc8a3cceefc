import type { Check } from '../suite/check.ts';
import { type Exchange, statusOf } from '../suite/exchange.ts';
import { brief } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';

/** Traces of stacks, and places in the sources of a program. */
const LEAK =
  /Traceback \(most recent call last\)|File "[^"]+", line \d+|\n\s+at [\w$.<>]+ ?\(|\bat [\w$.]+\([\w$]+\.(java|scala|kt):\d+\)|node_modules\/|[\w.]+Exception: /;

/** Error texts are for the caller: the inside of the program stays where it is. */
export function leakCheck(run: Run, requirement: string): Check {
  return run.check(requirement, { phase: 'last' }, (trial) => {
    for (const exchange of run.session.journal) {
      if (exchange.sent.elsewhere === true || statusOf(exchange) < 400) continue;
      trial.saw(exchange);
      const leak = leakIn(exchange);
      if (leak === undefined) continue;
      trial.violated(
        {
          symptom: 'implementation details',
          expected: 'a message for the caller, without the inside of the program',
          actual: brief(leak),
        },
        exchange,
      );
    }
  });
}

function leakIn({ received, sent }: Exchange): string | undefined {
  const leak = LEAK.exec(received?.text.replaceAll('\\n', '\n').replaceAll('\\"', '"') ?? '')?.[0];
  // What was sent may be repeated.
  return leak === undefined || sent.text?.includes(leak) === true ? undefined : leak;
}
