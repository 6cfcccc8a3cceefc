import { type Duration, parse, serialize } from 'tinyduration';
import { InvalidInputError } from './invalid-input.ts';

/** Reads an ISO 8601 duration such as `PT30M`. Throws `InvalidInputError` for any other text. */
export function parseDuration(text: string): Duration {
  try {
    // A designator without an amount is none, though some readers take it for zero.
    if (!/^-?P.*\d[YMWDHS]$/.test(text)) throw new SyntaxError('no amount');
    return parse(text);
  } catch (cause) {
    throw new InvalidInputError(
      'the duration',
      'must be written as ISO 8601 says, for example PT30M or P2D',
      '',
      cause,
    );
  }
}

/** Writes a duration as ISO 8601 says; `PT0S` for none. */
export function formatDuration(duration: Duration): string {
  return serialize(duration);
}

/**
 * The moment that is a duration away from another one, by the calendar in UTC: a month after 31 January is the last of
 * February. Throws `InvalidInputError` for a text that is no duration.
 */
export function addDuration(start: Date, duration: Duration | string): Date {
  const amount = typeof duration === 'string' ? parseDuration(duration) : duration;
  const {
    days = 0,
    hours = 0,
    minutes = 0,
    months = 0,
    negative,
    seconds = 0,
    weeks = 0,
    years = 0,
  } = amount;
  const sign = negative === true ? -1 : 1;
  const date = new Date(start);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + sign * (years * 12 + months));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  const rest = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
  return new Date(date.getTime() + sign * rest * 1_000);
}
