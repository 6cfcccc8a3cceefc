import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import { Cron } from 'croner';
import { InvalidInputError } from './invalid-input.ts';
import { valueAt } from './json-pointer.ts';

const ALLOWED = new RegExp(String(valueAt(governanceSchemas, '/$defs/CronExpression/pattern')));

const FIELDS = ['seconds', 'minutes', 'hour', 'day of month', 'month', 'day of week'];

const LAST_DAY_OF_WEEK = 6;

/**
 * Checks a cron expression of the platform: seconds, minutes, hour, day of month, month and day of week, where 0 is
 * Monday; without `L`, `W`, `LW` and `#`. Throws `InvalidInputError` for any other text.
 */
export function checkCron(expression: string): void {
  toCron(expression);
}

/**
 * The next time, in UTC, at which a cron expression of the platform is due; `undefined` if it is never due. Throws
 * `InvalidInputError` for an expression that {@link checkCron} rejects, and for an invalid date.
 */
export function nextRun(expression: string, after: Date): Date | undefined {
  if (Number.isNaN(after.getTime())) throw new InvalidInputError('the moment before', 'must be a date');
  return toCron(expression).nextRun(after) ?? undefined;
}

function toCron(expression: string): Cron {
  const fields = `${expression}`.trim().split(/ +/);
  const [seconds = '', minutes = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = fields;
  if (!ALLOWED.test(expression) || fields.length !== FIELDS.length) {
    const bounds = 'must have six fields within their bounds, without L, W and #';
    throw new InvalidInputError('the cron expression', `${bounds}${findingOf(fields)}`);
  }
  const days = dayOfWeek === '?' ? '*' : daysOf(dayOfWeek);
  const pattern = [seconds, minutes, hour, dayOfMonth.replace('?', '*'), month, days].join(' ');
  try {
    return new Cron(pattern, { mode: '6-part', sloppyRanges: true, timezone: 'UTC' });
  } catch (cause) {
    throw new InvalidInputError('the cron expression', 'must have ranges that go up', '', cause);
  }
}

/** Which of the fields are wrong, tried one by one; nothing when none of them is by itself. */
function findingOf(fields: readonly string[]): string {
  if (fields.length !== FIELDS.length) return `; expected ${FIELDS.join(', ')}, got ${fields.length} fields`;
  const wrong = fields.flatMap((field, at) => {
    const alone = FIELDS.map((_, other) => (other === at ? field : '*')).join(' ');
    return ALLOWED.test(alone) ? [] : `'${field}' is no ${FIELDS[at]}`;
  });
  return wrong.length === 0 ? '' : `; ${wrong.join(', ')}`;
}

/** Days counted from Monday, as a list of days counted from Sunday. */
function daysOf(field: string): string {
  const days = field.split(',').flatMap((item) => {
    const [range = '', step] = item.split('/');
    const [from = '', to = step === undefined ? from : `${LAST_DAY_OF_WEEK}`] = range.split('-');
    const first = from === '*' ? 0 : Number(from);
    const last = from === '*' ? LAST_DAY_OF_WEEK : Number(to);
    if (first > last) throw new InvalidInputError('the cron expression', 'must have ranges that go up');
    const count = Math.floor((last - first) / Number(step ?? 1)) + 1;
    return Array.from({ length: count }, (_, index) => first + index * Number(step ?? 1));
  });
  return new Set(days).size > LAST_DAY_OF_WEEK ? '*' : days.map((day) => (day + 1) % 7).join();
}
