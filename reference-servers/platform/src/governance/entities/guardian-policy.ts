import { lifecycles } from '@tessera/contracts/lifecycles';
import type { PolicyCreate } from '@tessera/contracts/types/governance';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../storage/tables.ts';
import { findEntity, insertEntity } from './entity-store.ts';

/** A passive policy that a guardian needs, by its name. */
export interface GuardianPolicy {
  readonly name: string;
  readonly description?: string | undefined;
  readonly resourceType: string;
  readonly environment: string;
  /** The template that refers to it. */
  readonly templateId: string;
}

/** Why a policy cannot take the results of a guardian, to continue a sentence; undefined when it can. */
export async function findPassiveProblem(
  db: Kysely<Tables>,
  id: string,
  { resourceType, environment }: Pick<GuardianPolicy, 'resourceType' | 'environment'>,
): Promise<string | undefined> {
  const entity = await findEntity(db, id);
  if (entity?.type !== 'policy' || entity.status === 'deleted')
    return `must be an existing policy, not ${id}`;
  if (entity.definition.trigger !== 'passive') return `must be a passive policy; ${id} is active`;
  if (entity.resource_type !== resourceType)
    return `must be a policy for ${resourceType}; ${id} is for ${entity.resource_type}`;
  if (entity.environment !== environment)
    return `must be a policy in ${environment}; ${id} is in ${entity.environment}`;
  return undefined;
}

/** The policy created for a guardian before, or a new one, which begins as a draft. Returns its id. */
export async function guardianPolicy(
  tx: Transaction<Tables>,
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  wanted: GuardianPolicy,
): Promise<string> {
  const { name, description, resourceType, environment, templateId } = wanted;
  const made = await tx
    .selectFrom('governance_entity')
    .select('id')
    .where('type', '=', 'policy')
    .where('status', '!=', 'deleted')
    .where('environment', '=', environment)
    .where('resource_type', '=', resourceType)
    .where(sql<boolean>`definition ->> 'name' = ${name}`)
    .where(sql<boolean>`definition -> 'additionalMetadata' ->> 'templateId' = ${templateId}`)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  if (made !== undefined) return made.id;
  const definition: PolicyCreate = {
    name,
    description: description ?? `Takes the results of the guardians made from ${templateId}.`,
    context: 'global',
    interactionType: 'user2user',
    trigger: 'passive',
    timing: 'runtime',
    strategy: 'none',
    engine: 'none',
    resourceType,
    environment,
    selectors: [],
    tags: [],
    severity: 'warning',
    additionalMetadata: { templateId },
  };
  const status = lifecycles.GovernanceEntityStatus.initial;
  const entity = { id: ids(), group_id: ids(), version: 1, type: 'policy' as const, status, definition };
  return (await insertEntity(tx, entity, clock.now())).id;
}
