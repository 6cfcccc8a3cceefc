import type { GuardianTemplateProperties } from '@tessera/contracts/types/builder';
import type { DeployedGuardianPolicy, DeploymentProperties } from '@tessera/contracts/types/coordinator-v2';
import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { findPassiveProblem, guardianPolicy } from '../../governance/entities/guardian-policy.ts';
import type { Tables } from '../../storage/tables.ts';

/** A tech adapter and where it listens in one environment, as templates and registrations describe it. */
export interface Registration {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly version: string;
  readonly url: string;
  readonly environment: string;
  readonly properties?: GuardianTemplateProperties | undefined;
}

/** A duplicate resource type of a guardian. */
export interface Repetition {
  readonly resourceType: string;
  /** Dotted path of the second mention. */
  readonly field: string;
}

/** The first resource type for which a guardian template has more than one policy. */
export function findRepeatedPolicy(
  properties: GuardianTemplateProperties | undefined,
): Repetition | undefined {
  const seen = new Set<string>();
  for (const [index, { resourceType }] of (properties?.dataContractGuardian?.policies ?? []).entries()) {
    if (seen.has(resourceType)) {
      return { resourceType, field: `properties.dataContractGuardian.policies.${index}.resourceType` };
    }
    seen.add(resourceType);
  }
  return undefined;
}

/** A policy that cannot be linked. */
export interface Unlinkable {
  /** Dotted path of the member that names it. */
  readonly field: string;
  /** Continues a sentence that begins with the field. */
  readonly problem: string;
}

/** The first policy of a guardian template that is referenced by id and does not accept results of guardians. */
export async function findUnlinkable(
  { db }: Context,
  properties: GuardianTemplateProperties | undefined,
  environment: string,
): Promise<Unlinkable | undefined> {
  for (const [index, { resourceType, spec }] of (
    properties?.dataContractGuardian?.policies ?? []
  ).entries()) {
    if (spec.id === undefined) continue;
    const problem = await findPassiveProblem(db, spec.id, { resourceType, environment });
    if (problem !== undefined)
      return { field: `properties.dataContractGuardian.policies.${index}.spec.id`, problem };
  }
  return undefined;
}

/**
 * The properties of a template in the form of a deployment, which refers to policies by their ids. A missing policy is
 * created.
 */
export async function toDeploymentProperties(
  tx: Transaction<Tables>,
  context: Context,
  { id: templateId, environment, properties }: Pick<Registration, 'id' | 'environment' | 'properties'>,
): Promise<DeploymentProperties | undefined> {
  if (properties === undefined) return undefined;
  const { dataContractGuardian, ...others } = properties;
  if (dataContractGuardian === undefined) return others;
  const policies: DeployedGuardianPolicy[] = [];
  for (const { resourceType, spec } of dataContractGuardian.policies) {
    const { id, name = resourceType, description } = spec;
    const wanted = { name, description, resourceType, environment, templateId };
    policies.push({ resourceType, id: id ?? (await guardianPolicy(tx, context, wanted)) });
  }
  return { ...others, dataContractGuardian: { policies } };
}

/** Member of a component that checks data contracts. */
const GUARDIAN = '__dataContractGuardianSpec';

/** Whether a component checks data contracts. */
export function isGuardian(component: Readonly<Record<string, unknown>>): boolean {
  return component[GUARDIAN] !== undefined;
}

/**
 * The `info` of a component with the passive policy to which a guardian pushes its results; unchanged when the
 * component is not a guardian, or its tech adapter has no policy for the kind of the unit.
 */
export function withGuardianPolicy(
  info: Readonly<Record<string, unknown>> | undefined,
  component: Readonly<Record<string, unknown>>,
  properties: DeploymentProperties | undefined,
  resourceType: string,
): Readonly<Record<string, unknown>> | undefined {
  const policies = properties?.dataContractGuardian?.policies ?? [];
  const policy = policies.find((one) => one.resourceType === resourceType);
  if (!isGuardian(component) || policy === undefined) return info;
  const privateInfo = { ...Object(info?.['privateInfo']), __dataContractGuardian: { policyId: policy.id } };
  return { ...info, privateInfo };
}
