import { type Duration, parse, serialize } from 'tinyduration';
import { InvalidInputError } from './invalid-input.ts';

/** Parses an ISO 8601 duration such as `PT30M`. Throws `InvalidInputError` for any other text. */
export function parseDuration(text: string): Duration {
  try {
    // A designator without an amount is not valid, though some readers take it for zero; nor has an amount a sign, and only
    // the last one a fraction.
    if (!/^-?P[\dA-Z]*\d([.,]\d+)?[YMWDHS]$/.test(text)) throw new SyntaxError('no amount');
    const { negative, ...amounts } = parse(text);
    // The parser skips parts in another order.
    if (text.match(/[YMWDHS]/g)?.length !== Object.keys(amounts).length) throw new SyntaxError('no order');
    return negative === undefined ? amounts : { ...amounts, negative };
  } catch (cause) {
    throw new InvalidInputError(
      'the duration',
      'must be written as ISO 8601 says, for example PT30M or P2D',
      '',
      cause,
    );
  }
}

/**
 * Formats a duration as ISO 8601; `PT0S` for zero. Throws `InvalidInputError` for a negative amount, for one between
 * zero and a millionth, and for a value that is not a number.
 */
export function formatDuration(duration: Duration): string {
  for (const [part, amount] of Object.entries(duration)) {
    // ISO 8601 has no exponents, which is what JavaScript writes smaller amounts with.
    if (typeof amount === 'number' && amount !== 0 && !(amount >= 1e-6 && amount <= Number.MAX_SAFE_INTEGER))
      throw new InvalidInputError(
        'the duration',
        `must be zero or an amount from 0.000001 on, not ${amount}`,
        `/${part}`,
      );
  }
  return serialize(duration);
}

/**
 * Adds a duration to a date, by the calendar in UTC: a month after January 31 is the last day of February. Throws
 * `InvalidInputError` for an invalid duration, for a fraction of a month, and for a result outside the range of dates.
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
  const wholeMonths = years * 12 + months;
  if (!Number.isInteger(wholeMonths)) throw new InvalidInputError('the duration', 'must have whole months');
  const date = new Date(start);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + sign * wholeMonths);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  const rest = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
  const end = new Date(date.getTime() + sign * rest * 1_000);
  if (Number.isNaN(end.getTime())) throw new InvalidInputError('the duration', 'must lead to a date');
  return end;
}
