import type { PlanTaskAction } from '@tessera/contracts/types/coordinator-v1';
import type { PlannedOperation } from './preview.ts';

/** A task as it is planned. `key` names it within the plan. */
export interface PlannedTask {
  readonly key: string;
  readonly name: string;
  readonly action: PlanTaskAction;
  readonly componentId?: string | undefined;
  /** Keys of the tasks that must succeed before this one starts. */
  readonly dependsOn: readonly string[];
}

/** The input of planning a provisioning. */
export interface ShapeInput {
  readonly operations: readonly PlannedOperation[];
  /** Names of components by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly unitName: string;
  /** The unit names an infrastructure template. */
  readonly hasTemplate: boolean;
  /** A part of the unit is deployed when the plan has succeeded. */
  readonly remains: boolean;
  /** The unit itself, its catalog entry or its marketplace entry failed last time; it is repeated in any case. */
  readonly isCorrupt: boolean;
  /** Plugins that are configured. */
  readonly hasCatalog: boolean;
  readonly hasMarketplace: boolean;
}

const GATEWAY = 'validation';

/** Key of the task of a component. */
function componentKey(componentId: string): string {
  return `component:${componentId}`;
}

/**
 * The tasks of a provisioning: the validation, the components in the order of their dependencies, the unit itself, the data
 * catalog and the marketplace. The last task waits, over others, for all of them.
 */
export function shapePlan(input: ShapeInput): PlannedTask[] {
  const { operations, names, unitName, remains } = input;
  const components = operations
    .filter(({ action }) => action !== 'NO_ACTION')
    .map(({ componentId, action, after }): PlannedTask => {
      const isDeployed = action === 'DEPLOY';
      return {
        key: componentKey(componentId),
        name: `${isDeployed ? 'Deploy' : 'Undeploy'} ${names.get(componentId) ?? componentId}`,
        action: isDeployed ? 'PROVISION' : 'UNPROVISION',
        componentId,
        dependsOn: after.length === 0 ? [GATEWAY] : after.map(componentKey),
      };
    });
  const tasks: PlannedTask[] = [
    { key: GATEWAY, name: `Validate ${unitName}`, action: 'VALIDATION_GATEWAY', dependsOn: [] },
    ...components,
  ];
  const add = (key: string, name: string, action: PlanTaskAction): void => {
    tasks.push({ key, name, action, dependsOn: findEnds(tasks) });
  };
  if (components.length > 0 || input.isCorrupt) {
    const [verb, prefix] = remains
      ? (['Deploy', 'PROVISION'] as const)
      : (['Undeploy', 'UNPROVISION'] as const);
    if (input.hasTemplate) add('unit', `${verb} ${unitName}`, `${prefix}_DATAPRODUCT`);
    if (input.hasCatalog) {
      const name = remains ? 'Publish in the data catalog' : 'Remove from the data catalog';
      add('data-catalog', name, `${prefix}_DATAPRODUCT_CATALOG`);
    }
    if (input.hasMarketplace) {
      add(
        'marketplace',
        remains ? 'Publish in the marketplace' : 'Remove from the marketplace',
        'MARKETPLACE_UPDATE',
      );
    }
  }
  return withOneEnd(tasks);
}

/**
 * Adds a task that waits for the others if several could be the last: the graph of a plan is read from its last task.
 */
export function withOneEnd<T extends Awaiting>(tasks: readonly T[]): (T | PlannedTask)[] {
  const ends = findEnds(tasks);
  if (ends.length === 1 && tasks.at(-1)?.key === ends[0]) return [...tasks];
  return [...tasks, { key: 'end', name: 'End of the plan', action: 'NOP', dependsOn: ends }];
}

type Awaiting = Pick<PlannedTask, 'key' | 'dependsOn'>;

/** Keys of the tasks without dependents. */
function findEnds(tasks: readonly Awaiting[]): string[] {
  const awaited = new Set(tasks.flatMap(({ dependsOn }) => dependsOn));
  return tasks.map(({ key }) => key).filter((key) => !awaited.has(key));
}
