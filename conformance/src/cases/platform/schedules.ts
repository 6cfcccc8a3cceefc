import type { Check } from '../../suite/check.ts';
import { bodyOf, succeeded } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import type { Facts } from './facts.ts';

/** Every schedule that the run has set, for any thing. It sends no requests. */
export function schedulesCheck(facts: Facts): Check {
  const schedule = facts.cast.schedule;
  const title = `${schedule}: a schedule is returned as it was set, with the computed time and deadline`;
  const scope = { of: `${schedule}.told`, title, phase: 'last' } as const;
  return facts.run.check('P-43', scope, (trial) => {
    for (const exchange of facts.run.session.journal) {
      const sent = at(exchange.sent.value, 'resultScheduling', 'newValue');
      const told = at(bodyOf(exchange), 'resultScheduling');
      const frequency = at(sent, 'frequency');
      if (exchange.operation !== schedule || !succeeded(exchange) || typeof frequency !== 'string') continue;
      trial.saw(exchange);
      const wrong = faultOf(sent, told);
      if (wrong === undefined) continue;
      trial.wrongValue(`wrong ${wrong}`, `${wrong} as in ${brief(sent)}`, told, exchange);
    }
  });
}

/** The member that differs from the request; undefined without a difference. */
function faultOf(sent: unknown, told: unknown): string | undefined {
  const [frequency, shown] = [sent, told].map((one) => fieldsOf(at(one, 'frequency')));
  if (shown?.join(' ') !== frequency?.join(' ')) return 'frequency';
  const [window, shownWindow] = [sent, told].map((one) => lengthOf(at(one, 'toleranceWindowLength')));
  const isOther = window !== undefined && shownWindow !== undefined && window !== shownWindow;
  if (isOther) return 'toleranceWindowLength';
  const [time, limit] = [at(told, 'expectedResultTime'), at(told, 'acceptableResultTimeLimit')].map((one) =>
    Date.parse(String(one)),
  );
  if (time === undefined || limit === undefined || Number.isNaN(time)) return undefined;
  if (!fits(new Date(time), frequency ?? [])) return 'expectedResultTime';
  // An overdue schedule keeps its deadline.
  const length = window ?? shownWindow;
  if (length === undefined || time < Date.now() || limit - time === length) return undefined;
  return 'acceptableResultTimeLimit';
}

function fieldsOf(frequency: unknown): readonly string[] {
  return String(frequency).trim().split(/\s+/);
}

/** Whether a time matches an expression, for fields that are single numbers; 0 is Monday. */
function fits(time: Date, [second, minute, hour, day, month, weekday]: readonly string[]): boolean {
  const isAnyDay = [day, month].every((field) => field === '*' || field === '?');
  return [
    [second, time.getUTCSeconds()],
    [minute, time.getUTCMinutes()],
    [hour, time.getUTCHours()],
    ...(isAnyDay ? [[weekday, (time.getUTCDay() + 6) % 7]] : []),
  ].every(([field, value]) => !/^\d+$/.test(String(field)) || Number(field) === value);
}

const UNITS = [7 * 24 * 3600, 24 * 3600, 3600, 60, 1];

/** Length of an ISO 8601 duration in milliseconds; undefined if months or years make it depend on the date. */
function lengthOf(duration: unknown): number | undefined {
  const form = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
  const parts = form.exec(String(duration))?.slice(1);
  return parts?.reduce((sum, part, index) => sum + Number(part ?? 0) * (UNITS[index] ?? 0) * 1000, 0);
}
