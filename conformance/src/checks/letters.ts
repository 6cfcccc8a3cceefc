import type { Check } from '../suite/check.ts';
import { bodyOf } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';

/** The text that the suite sends to test non-ASCII characters. */
const SENT = 'Größe';
/** The same text, decoded with a wrong encoding or encoded in one without these characters. */
const GARBLED = /.{0,20}Gr(?:Ã¶|\ufffd|\?\?e).{0,20}/u;

/** A server that repeats text from a request keeps its characters. */
export function lettersCheck(run: Run): Check {
  const scope = { of: 'repeated', title: 'Non-ASCII text is returned as it was sent' };
  return run.check('X-21', { ...scope, phase: 'last' }, (trial) => {
    for (const exchange of run.session.journal) {
      const { received } = exchange;
      // Another requirement covers bytes that are not UTF-8.
      if (received === undefined || received.garbled === true || exchange.sent.elsewhere === true) continue;
      const text = JSON.stringify(bodyOf(exchange) ?? received.text);
      const garbled = GARBLED.exec(text)?.[0];
      if (garbled === undefined) {
        if (text.includes(SENT)) trial.saw(exchange);
        continue;
      }
      trial.wrongValue('characters are garbled', `the characters of ${SENT}`, garbled, exchange);
    }
  });
}
