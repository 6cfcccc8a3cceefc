import type {
  ComponentTarget,
  ProvisioningRequest,
  TargetStatus,
} from '@tessera/contracts/types/coordinator-v2';
import type { PlanUnit } from './plan.ts';

/** The target state of a component; `INFERRED` follows from the other components. */
export type Wish = TargetStatus | 'INFERRED';

/** What a user has entered. */
export interface Draft {
  /** YAML text. */
  readonly descriptor: string;
  readonly environment: string;
  /** By the ids of components; a missing one is deployed. */
  readonly wishes: Readonly<Record<string, Wish>>;
  readonly removeData: boolean;
  readonly preventRedeploy: boolean;
}

/** The arguments of the operations that preview and start a provisioning. */
export interface Demand {
  readonly path: { readonly 'deployment-unit-id': string };
  readonly environment: string;
  readonly body: ProvisioningRequest;
  /** Target states that the request leaves out are inferred. */
  readonly infers: boolean;
}

/** The target state that a user selected for a component. */
export function wishOf({ wishes }: Draft, componentId: string): Wish {
  return wishes[componentId] ?? 'DEPLOYED';
}

/** The request of a draft. */
export function demandOf(draft: Draft, { id, components }: PlanUnit): Demand {
  const { descriptor, environment, removeData, preventRedeploy } = draft;
  const targetStatus = components.flatMap((component): ComponentTarget[] => {
    const wish = wishOf(draft, component.id);
    return wish === 'INFERRED' ? [] : [{ componentId: component.id, targetStatus: wish }];
  });
  return {
    path: { 'deployment-unit-id': id },
    environment,
    body: { descriptor, targetStatus, removeData, preventRedeploy },
    infers: targetStatus.length < components.length,
  };
}
