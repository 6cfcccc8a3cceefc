import type { Check } from '../suite/check.ts';
import { bodyOf } from '../suite/exchange.ts';
import { brief } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';

/** What the suite writes wherever other letters than those of ASCII are due. */
const SENT = 'Größe';
/** The same, read in another encoding or written in one that lacks the letters. */
const GARBLED = /.{0,20}Gr(?:Ã¶|\ufffd|\?\?e).{0,20}/u;

/** Whoever repeats what was sent repeats it in the same letters. */
export function lettersCheck(run: Run): Check {
  const scope = { of: 'repeated', title: 'Text outside ASCII is repeated as it was sent' };
  return run.check('X-21', { ...scope, phase: 'last' }, (trial) => {
    for (const exchange of run.session.journal) {
      const { received } = exchange;
      // That bytes are no UTF-8 is another requirement's subject.
      if (received === undefined || received.garbled === true || exchange.sent.elsewhere === true) continue;
      const text = JSON.stringify(bodyOf(exchange) ?? received.text);
      const garbled = GARBLED.exec(text)?.[0];
      if (garbled === undefined) {
        if (text.includes(SENT)) trial.saw(exchange);
        continue;
      }
      trial.violated(
        { symptom: 'letters garbled', expected: `the letters of ${SENT}`, actual: brief(garbled) },
        exchange,
      );
    }
  });
}
