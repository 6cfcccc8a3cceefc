import type { Check } from '../suite/check.ts';
import { type Exchange, statusOf } from '../suite/exchange.ts';
import { brief } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';

/** Traces of stacks, places in the sources of a program, statements to its stores, and their addresses. Each part is bounded: answers are as long as they like. */
const LEAK =
  /Traceback \(most recent call last\)|File "[^"]{1,300}", line \d|\n[ \t]{1,20}at [\w$.<>]{1,200} ?\(|\bat [\w$.]{1,200}\([\w$]{1,100}\.(java|scala|kt):\d|node_modules\/|(?<=[\w.]{1,100})Exception: |\bgoroutine \d+ \[|\/[\w.-]{1,100}\.(go|cs|rb):(line )?\d|\.php(:| on line )\d|\bSELECT .{1,200} FROM \w|\bINSERT INTO \w|\bjdbc:\w{1,30}:|\b(postgres(ql)?|mysql|mongodb|redis|amqp):\/\//;
/** More of an error is not looked at, in characters. */
const MOST = 65_536;

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
  const text = received?.text.slice(0, MOST).replaceAll('\\n', '\n').replaceAll('\\"', '"') ?? '';
  const leak = LEAK.exec(text)?.[0];
  // What was sent may be repeated.
  return leak === undefined || `${sent.path} ${sent.text ?? ''}`.includes(leak) ? undefined : leak;
}
