import type { EvaluationStatus, ResultScheduling } from '@tessera/contracts/types/governance';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { EvaluationStatusTable } from '../../storage/governance-tables.ts';
import type { Tables } from '../../storage/tables.ts';
import { type Deadline, type Schedule, statusAt } from './deadline.ts';
import type { RegisteredResource } from './resource-store.ts';

/** An evaluation status, as stored. */
export type StoredStatus = Selectable<EvaluationStatusTable>;

/** The changeable members of an evaluation status. */
export interface StatusChange {
  readonly schedule: Schedule | undefined;
  readonly deadline: Deadline | undefined;
  readonly lastResultId: string | null;
}

/** The status of an entity about a resource, created when it is missing, and locked until the transaction ends. */
export async function lockStatus(
  tx: Transaction<Tables>,
  { external_id, environment, kind, resource_type }: RegisteredResource,
  entity_id: string,
): Promise<StoredStatus> {
  await tx
    .insertInto('evaluation_status')
    .values({ external_id, environment, entity_id, kind, resource_type })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('evaluation_status')
    .selectAll()
    .where('external_id', '=', external_id)
    .where('environment', '=', environment)
    .where('entity_id', '=', entity_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Stores what has changed. */
export async function saveStatus(
  tx: Transaction<Tables>,
  seq: string,
  { schedule, deadline, lastResultId }: StatusChange,
): Promise<StoredStatus> {
  return tx
    .updateTable('evaluation_status')
    .set({
      frequency: schedule?.frequency ?? null,
      tolerance: schedule?.tolerance ?? null,
      expected_at: deadline?.expectedAt ?? null,
      limit_at: deadline?.limitAt ?? null,
      last_result_id: lastResultId,
    })
    .where('seq', '=', seq)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Expects no further results of an entity. */
export async function endSchedules(
  db: Kysely<Tables> | Transaction<Tables>,
  entityId: string,
): Promise<void> {
  await db
    .updateTable('evaluation_status')
    .set({ frequency: null, tolerance: null, expected_at: null, limit_at: null })
    .where('entity_id', '=', entityId)
    .execute();
}

/** The schedule of a status; undefined when no results are expected. */
export function scheduleOf({ frequency, tolerance }: StoredStatus): Schedule | undefined {
  return frequency === null || tolerance === null ? undefined : { frequency, tolerance };
}

/** The deadline of a status; undefined when no results are expected. */
export function deadlineOf({ expected_at, limit_at }: StoredStatus): Deadline | undefined {
  return expected_at === null || limit_at === null
    ? undefined
    : { expectedAt: expected_at, limitAt: limit_at };
}

/** What a status is about, as the contract shows it. */
export function viewIdentifier({ external_id, environment, entity_id }: StoredStatus) {
  return {
    resourceIdentifier: { resourceExternalId: external_id, environment },
    governanceEntityId: entity_id,
  };
}

/** When results are expected, as the contract shows it at a moment. */
export function viewScheduling(status: StoredStatus, now: Date): ResultScheduling | null {
  const [schedule, deadline] = [scheduleOf(status), deadlineOf(status)];
  if (schedule === undefined || deadline === undefined) return null;
  return {
    frequency: schedule.frequency,
    toleranceWindowLength: schedule.tolerance,
    expectedResultTime: deadline.expectedAt.toISOString(),
    acceptableResultTimeLimit: deadline.limitAt.toISOString(),
    status: statusAt(deadline, now),
  };
}

/** An evaluation status as the contract shows it at a moment. */
export function viewStatus(status: StoredStatus, now: Date): EvaluationStatus {
  return {
    identifier: viewIdentifier(status),
    resultScheduling: viewScheduling(status, now),
    lastResultId: status.last_result_id,
  };
}
