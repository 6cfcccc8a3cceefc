import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Check, Trial } from '../suite/check.ts';
import { bodyOf, type Exchange } from '../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import { ownedCheck } from './owned.ts';

/** Checks of log entries. */
export function logChecks(run: Run): Check[] {
  const { session } = run;
  const logged = (): { exchange: Exchange; logs: readonly unknown[] }[] =>
    session.journal
      .map((exchange) => ({ exchange, logs: listOf(at(bodyOf(exchange), 'logs')) }))
      .filter(({ logs }) => logs.length > 0);

  return [
    ownedCheck(run, 'X-14'),
    run.check('X-15', { phase: 'last' }, (trial) => {
      for (const { exchange, logs } of logged()) {
        trial.saw(exchange);
        let before = Number.NEGATIVE_INFINITY;
        for (const [index, log] of logs.entries()) {
          const stamp = at(log, 'timestamp');
          if (typeof stamp !== 'string') continue;
          const difference = `/logs/${index}/timestamp`;
          if (!isDateTime(stamp)) {
            trial.violated(
              {
                symptom: 'timestamp is not a date-time',
                expected: 'a date-time (RFC 3339)',
                actual: brief(stamp),
                difference,
              },
              exchange,
            );
            break;
          }
          const moment = Date.parse(stamp);
          if (moment < before) {
            trial.warned(
              {
                symptom: 'timestamps go backwards',
                expected: 'oldest first',
                actual: brief(stamp),
                difference,
              },
              exchange,
            );
            break;
          }
          before = moment;
        }
      }
    }),
  ];
}

/** A task that failed says why: in the message of an ERROR log entry, or in words beside the state. */
export function expectReason(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  const body = bodyOf(exchange);
  const errors = listOf(at(body, 'logs')).filter((log) => at(log, 'level') === 'ERROR');
  const words = [at(body, 'result'), at(body, 'error'), at(body, 'message')];
  const said = [...words, ...errors.map((log) => at(log, 'message'))];
  if (said.some((text) => typeof text === 'string' && text.trim() !== '')) return;
  trial.wrongAnswer('failed without a reason', 'an ERROR log or a message', exchange);
}

function isDateTime(text: string): boolean {
  const format: unknown = fullFormats['date-time'];
  const validate: unknown = isObject(format) ? format['validate'] : format;
  // RFC 3339 requires the colon in an offset, the library does not.
  const isStrict = !/[+-]\d{4}$/.test(text);
  return isStrict && (typeof validate === 'function' ? validate(text) === true : true);
}
