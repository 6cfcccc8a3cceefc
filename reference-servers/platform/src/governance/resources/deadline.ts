import { nextRun } from '@tessera/client/cron';
import { addDuration } from '@tessera/client/duration';
import type { ResultSchedulingStatus } from '@tessera/contracts/types/governance';

/** How often results are expected, and how much later they may come. */
export interface Schedule {
  /** Cron expression. */
  readonly frequency: string;
  /** ISO 8601 duration. */
  readonly tolerance: string;
}

/** When the next result is expected, and until when it is not late. */
export interface Deadline {
  readonly expectedAt: Date;
  readonly limitAt: Date;
}

/** The deadline after a moment; undefined for a schedule that is never due. */
export function nextDeadline({ frequency, tolerance }: Schedule, now: Date): Deadline | undefined {
  const expectedAt = nextRun(frequency, now);
  return expectedAt === undefined ? undefined : { expectedAt, limitAt: addDuration(expectedAt, tolerance) };
}

/** The deadline after a change of schedule: while a result is overdue, it may be extended and not shortened. */
export function changeDeadline(
  schedule: Schedule,
  before: Deadline | undefined,
  now: Date,
): Deadline | undefined {
  if (before === undefined || statusAt(before, now) === 'ON_TIME') return nextDeadline(schedule, now);
  const { expectedAt, limitAt } = before;
  const extended = addDuration(expectedAt, schedule.tolerance);
  return { expectedAt, limitAt: extended > limitAt ? extended : limitAt };
}

/** The timeliness of results at a moment. A result at the exact deadline is in time. */
export function statusAt({ expectedAt, limitAt }: Deadline, now: Date): ResultSchedulingStatus {
  if (now <= expectedAt) return 'ON_TIME';
  return now <= limitAt ? 'IN_TOLERANCE_WINDOW' : 'LATE';
}
