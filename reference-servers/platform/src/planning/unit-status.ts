import type { ComponentState, DeploymentUnitStatus } from '@tessera/contracts/types/coordinator-v2';

/** The input of a unit's status. */
export interface UnitFacts {
  readonly components: readonly ComponentState[];
  /** A plan is changing the unit. */
  readonly isBusy?: boolean;
  /** The unit itself, its catalog entry or the marketplace failed, although the components did not. */
  readonly isCorrupt?: boolean;
}

/** The status of a deployment unit: a plan takes precedence over a broken component, and that over all others. */
export function unitStatus({
  components,
  isBusy = false,
  isCorrupt = false,
}: UnitFacts): DeploymentUnitStatus {
  const statuses = new Set(components.map(({ status }) => status));
  if (isBusy || statuses.has('PROVISIONING_IN_PROGRESS')) return 'PROVISIONING_IN_PROGRESS';
  if (isCorrupt || statuses.has('CORRUPT')) return 'CORRUPT';
  if (!statuses.has('DEPLOYED')) return 'NOT_DEPLOYED';
  return statuses.has('NOT_DEPLOYED') ? 'PARTIALLY_DEPLOYED' : 'DEPLOYED';
}
