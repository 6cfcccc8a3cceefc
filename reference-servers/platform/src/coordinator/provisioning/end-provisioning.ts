import { sql } from 'kysely';
import { readUnit } from '../../descriptor/read-unit.ts';
import type { PlanEnd } from '../plans/run-plan.ts';
import { saveUnit } from '../units/unit-store.ts';

/** Actions on the unit itself. When one fails, the unit is corrupt although its components are not. */
const ABOUT_THE_UNIT = /_DATAPRODUCT(_CATALOG)?$|^MARKETPLACE_UPDATE$/;

/**
 * Stores the new state of a plan's unit. A plan that changed nothing, because the validation failed, stores nothing.
 */
export const endProvisioning: PlanEnd = async (tx, plan, tasks, now) => {
  if (plan.kind !== 'PROVISIONING') return;
  const begun = tasks.filter(
    ({ started_at, action }) => started_at !== null && action !== 'VALIDATION_GATEWAY',
  );
  if (begun.length === 0) return;
  const { unit_id, environment, version, descriptor } = plan;
  const is_corrupt = begun.some(
    ({ action, status }) => ABOUT_THE_UNIT.test(action) && status !== 'COMPLETED',
  );
  const { unit } = readUnit(descriptor);
  const kind = unit?.fields['kind'];
  await saveUnit(
    tx,
    {
      unit_id,
      environment,
      kind: typeof kind === 'string' ? kind : 'dataproduct',
      version,
      descriptor,
      is_corrupt,
    },
    now,
  );
  // Components that are neither deployed nor described are removed; they would count as missing parts.
  const described = unit?.components.map(({ id }) => id) ?? [];
  await tx
    .deleteFrom('component_state')
    .where('unit_id', '=', unit_id)
    .where('environment', '=', environment)
    .where('status', '=', 'NOT_DEPLOYED')
    .where(sql<boolean>`component_id <> all(${described}::text[])`)
    .execute();
};
