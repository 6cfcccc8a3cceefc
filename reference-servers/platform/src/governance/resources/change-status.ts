import { addDuration } from '@tessera/client/duration';
import { rules } from '@tessera/contracts/rules';
import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import type { EvaluationStatusUpdate, ResultSchedulingInput } from '@tessera/contracts/types/governance';
import { Problem } from '@tessera/reference-servers/harness';
import formats from 'ajv-formats';
import type { Context } from '../../context.ts';
import { defaultsOf } from '../../contract-values.ts';
import { isDeleted } from '../entities/change-entity.ts';
import { findCronProblem } from '../entities/check-entity.ts';
import { findEntity } from '../entities/entity-store.ts';
import { changeDeadline, nextDeadline, type Schedule } from './deadline.ts';
import { findRegistered } from './resource-store.ts';
import { deadlineOf, lockStatus, type StoredStatus, saveStatus, scheduleOf } from './status-store.ts';

/** Identifies an evaluation status. */
export interface StatusPlace {
  readonly externalId: string;
  readonly environment: string;
  readonly entityId: string;
}

const { toleranceWindowLength: TOLERANCE } = defaultsOf(governanceSchemas, 'ResultSchedulingInput');

/** What the format `duration` allows, in which a tolerance window is read again. */
const DURATION = formats.default.get('duration');

/** The longest tolerance window. */
const LONGEST_TOLERANCE = rules['tolerance-has-bounds'].limits.longest;

/**
 * Changes when results of an entity about a resource are expected, or which is the latest.
 * @throws Problem when the resource or the entity is not known, or the schedule cannot be used
 */
export async function changeStatus(
  { db, clock }: Context,
  { externalId, environment, entityId }: StatusPlace,
  { resultScheduling, lastResultId }: EvaluationStatusUpdate,
): Promise<StoredStatus> {
  const now = clock.now();
  const resource = await findRegistered(db, externalId, environment);
  if (resource === undefined) throw new Problem('RESOURCE_NOT_FOUND', { externalId, environment });
  const entity = await findEntity(db, entityId);
  if (entity === undefined || isDeleted(entity))
    throw new Problem('GOVERNANCE_ENTITY_NOT_FOUND', { governanceEntityId: entityId });
  const wanted = resultScheduling?.newValue ?? undefined;
  const schedule = wanted === undefined ? undefined : readSchedule(wanted, now);
  return db.transaction().execute(async (tx) => {
    const before = await lockStatus(tx, resource, entityId);
    const kept = { schedule: scheduleOf(before), deadline: deadlineOf(before) };
    const changed =
      resultScheduling === undefined
        ? kept
        : { schedule, deadline: schedule && changeDeadline(schedule, kept.deadline, now) };
    const latest = lastResultId === undefined ? before.last_result_id : lastResultId.newValue;
    const hasArrived = latest !== null && latest !== before.last_result_id;
    return saveStatus(tx, before.seq, {
      schedule: changed.schedule,
      deadline: hasArrived ? changed.schedule && nextDeadline(changed.schedule, now) : changed.deadline,
      lastResultId: latest,
    });
  });
}

function readSchedule(
  { frequency, toleranceWindowLength: tolerance = String(TOLERANCE) }: ResultSchedulingInput,
  now: Date,
): Schedule {
  const problem = findCronProblem(frequency, now);
  if (problem !== undefined) throw new Problem('RESULT_SCHEDULING_INVALID_FREQUENCY', { frequency, problem });
  if (!isTolerance(tolerance, now))
    throw new Problem('RESULT_SCHEDULING_INVALID_TOLERANCE_WINDOW', { toleranceWindowLength: tolerance });
  return { frequency, tolerance };
}

/** True for a duration that the contract can show, within its bounds. */
function isTolerance(text: string, now: Date): boolean {
  if (!(DURATION instanceof RegExp && DURATION.test(text))) return false;
  try {
    const end = addDuration(now, text);
    return end > now && end <= addDuration(now, LONGEST_TOLERANCE);
  } catch {
    // More than all dates have room for.
    return false;
  }
}
