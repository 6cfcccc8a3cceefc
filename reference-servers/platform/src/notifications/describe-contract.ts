import type { EvaluationResultContent, PushedPolicyResults } from '@tessera/contracts/types/governance';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../storage/tables.ts';
import type { NewNotification } from './notification-store.ts';
import { readOwners, toOwners } from './owners.ts';

/** A result of a guardian about a data contract. */
interface GuardianResult {
  readonly id: string;
  readonly resource: PushedPolicyResults[number]['resource'];
  readonly result: Pick<EvaluationResultContent, 'satisfiesPolicy' | 'errors'>;
}

/** Whether a tech adapter is registered as a guardian that reports to this policy. */
export async function isGuardianPolicy(tx: Transaction<Tables>, policyId: string): Promise<boolean> {
  const linked = JSON.stringify({ dataContractGuardian: { policies: [{ id: policyId }] } });
  const found = await tx
    .selectFrom('tech_adapter_deployment')
    .select('adapter_id')
    .where(sql<boolean>`properties @> ${linked}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The notifications about contracts that these results break or restore, before the results are stored. A result that
 * repeats the one before it changes nothing.
 */
export async function describeContracts(
  tx: Transaction<Tables>,
  policyId: string,
  environment: string,
  results: readonly GuardianResult[],
): Promise<NewNotification[]> {
  // The state before must not change until the results are stored.
  await tx.selectFrom('governance_entity').select('id').where('id', '=', policyId).forUpdate().execute();
  const broken = new Map<string, boolean>();
  const notifications: NewNotification[] = [];
  for (const { id, resource, result } of results) {
    const { satisfiesPolicy } = result;
    if (satisfiesPolicy === undefined) continue;
    const wasBroken = broken.get(resource.id) ?? (await isBroken(tx, policyId, resource.id, environment));
    broken.set(resource.id, !satisfiesPolicy);
    if (wasBroken !== satisfiesPolicy) continue;
    const { name, owners } = await readContract(tx, resource, environment);
    const errors = satisfiesPolicy ? [] : (result.errors ?? []);
    const message = satisfiesPolicy
      ? toOwners(
          `The data contract of ${name} is restored`,
          `The data in ${environment} satisfies the contract again.`,
          owners,
        )
      : toOwners(
          `The data contract of ${name} is broken`,
          errors.join(' ') || `The data in ${environment} violates the contract.`,
          owners,
        );
    const body = { dataContractId: resource.id, environment, ...(satisfiesPolicy ? {} : { errors }) };
    const kind = satisfiesPolicy ? 'contractRestored' : 'contractBroken';
    notifications.push({ event: `${id}-contract`, payload: { kind, body, messages: [message] } });
  }
  return notifications;
}

/** Whether the latest result about a contract, if any, states that it is violated. */
async function isBroken(
  tx: Transaction<Tables>,
  policyId: string,
  resourceId: string,
  environment: string,
): Promise<boolean> {
  const latest = await tx
    .selectFrom('evaluation_result as result')
    .innerJoin('evaluated_resource as resource', 'resource.id', 'result.resource_key')
    .select(sql<string>`result.result ->> 'satisfiesPolicy'`.as('satisfies'))
    .where('result.entity_id', '=', policyId)
    .where('resource.external_id', '=', resourceId)
    .where('resource.environment', '=', environment)
    .where(sql<boolean>`result.result ? 'satisfiesPolicy'`)
    .orderBy('result.created_at', 'desc')
    .orderBy('result.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.satisfies === 'false';
}

/** The name of a contract, and the owners of the deployed unit that it belongs to. */
async function readContract(
  tx: Transaction<Tables>,
  { id, displayName, descriptor = '' }: GuardianResult['resource'],
  environment: string,
): Promise<{ name: string; owners: string[] }> {
  const deployed = await tx
    .selectFrom('component_state as component')
    .innerJoin('unit_state as unit', (join) =>
      join
        .onRef('unit.unit_id', '=', 'component.unit_id')
        .onRef('unit.environment', '=', 'component.environment'),
    )
    .select(['component.descriptor', 'unit.descriptor as unit'])
    .where('component.component_id', '=', id)
    .where('component.environment', '=', environment)
    .executeTakeFirst();
  const { name, owners } = readOwners(deployed?.unit ?? descriptor, id);
  const entry = deployed?.descriptor['name'];
  return { name: displayName ?? (typeof entry === 'string' ? entry : name), owners };
}
