import type { GuardianTemplateProperties } from '@tessera/contracts/types/builder';
import type { DeploymentProperties } from '@tessera/contracts/types/coordinator-v2';

/** A resource type that a guardian names a second time. */
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

/** The properties of a template in the form of a deployment, which refers to policies by their ids. */
export function toDeploymentProperties(
  properties: GuardianTemplateProperties | undefined,
): DeploymentProperties | undefined {
  if (properties === undefined) return undefined;
  const { dataContractGuardian, ...others } = properties;
  if (dataContractGuardian === undefined) return others;
  const policies = dataContractGuardian.policies.flatMap(({ resourceType, spec }) =>
    'id' in spec && typeof spec.id === 'string' ? [{ resourceType, id: spec.id }] : [],
  );
  return { ...others, dataContractGuardian: { policies } };
}

/** Member of a component that checks data contracts. */
const GUARDIAN = '__dataContractGuardianSpec';

/**
 * The results of a component with the passive policy to which a guardian pushes its own results; as they are where the
 * component is no guardian, or its tech adapter has no policy for the kind of the unit.
 */
export function withGuardianPolicy(
  info: Readonly<Record<string, unknown>> | undefined,
  component: Readonly<Record<string, unknown>>,
  properties: DeploymentProperties | undefined,
  resourceType: string,
): Readonly<Record<string, unknown>> | undefined {
  const policies = properties?.dataContractGuardian?.policies ?? [];
  const policy = policies.find((one) => one.resourceType === resourceType);
  if (component[GUARDIAN] === undefined || policy === undefined) return info;
  const privateInfo = { ...Object(info?.['privateInfo']), __dataContractGuardian: { policyId: policy.id } };
  return { ...info, privateInfo };
}
