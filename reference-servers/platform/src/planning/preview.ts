import type {
  ComponentStatus,
  ComponentTarget,
  PreviewOperation,
  PreviewReason,
  ProvisioningAction,
  ProvisioningPreview,
  ProvisioningRequest,
  TargetStatus,
} from '@tessera/contracts/types/coordinator-v2';
import { sortAfter } from './order.ts';

/** A component of the target descriptor. */
export interface TargetComponent {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/** A component as it is deployed in the environment. */
export interface KnownComponent {
  readonly id: string;
  readonly status: ComponentStatus;
  /** Its dependencies at its last provisioning. */
  readonly dependsOn: readonly string[];
}

/** The input of a preview. */
export interface PreviewInput {
  readonly target: readonly TargetComponent[];
  readonly known: readonly KnownComponent[];
  readonly request: Omit<ProvisioningRequest, 'descriptor'>;
  /** Target states that the request leaves out are inferred. */
  readonly autofill: boolean;
}

/** An operation, with the components whose operations come first. */
export interface PlannedOperation extends PreviewOperation {
  readonly after: readonly string[];
}

/** Why a request cannot be previewed, as an entry of the error catalog. */
export type PreviewProblem =
  | { readonly code: 'COR_REQUEST_INVALID'; readonly problem: string; readonly field: string }
  | { readonly code: 'COR_COMPONENT_UNKNOWN'; readonly componentId: string; readonly field: string }
  | { readonly code: 'COR_TARGET_STATUS_MISSING'; readonly componentId: string; readonly field: string }
  | {
      readonly code: 'COR_ACTION_MISFIT';
      readonly componentId: string;
      readonly action: string;
      readonly targetStatus: string;
      readonly field: string;
    };

/** A preview, or the reason for its absence. */
export type PreviewResult =
  | { readonly problems: readonly PreviewProblem[] }
  | {
      readonly problems?: never;
      readonly outcome: ProvisioningPreview['outcome'];
      readonly operations: readonly PlannedOperation[];
      readonly conflicting: readonly PlannedOperation[];
    };

/** The input with its components by their ids. */
interface Facts extends PreviewInput {
  readonly described: ReadonlyMap<string, TargetComponent>;
  readonly stored: ReadonlyMap<string, KnownComponent>;
}

/** The target state of one component, and the reason. */
interface Wish {
  readonly id: string;
  readonly targetStatus: TargetStatus;
  readonly action: ProvisioningAction;
  readonly reason: PreviewReason;
}

const DEPLOYS = new Set<ProvisioningAction>(['DEPLOY']);
const UNDEPLOYS = new Set<ProvisioningAction>(['UNDEPLOY', 'UNDEPLOY_AND_REMOVE_DATA']);

/**
 * Computes the operations of a provisioning request. The result depends only on the input, not on the order of its
 * lists.
 */
export function preview(given: PreviewInput): PreviewResult {
  const input: Facts = {
    ...given,
    described: new Map(given.target.map((one) => [one.id, one])),
    stored: new Map(given.known.map((one) => [one.id, one])),
  };
  const problems = findProblems(input);
  if (problems.length > 0) return { problems };
  const wishes = new Map<string, Wish>();
  for (const target of input.request.targetStatus ?? []) {
    const { componentId: id, targetStatus } = target;
    const action = actionFor(input, id, targetStatus, target.action ?? input.request.action);
    wishes.set(id, { id, targetStatus, action, reason: 'REQUEST' });
  }
  if (input.autofill) {
    dropRemoved(input, wishes);
    drawIn(input, wishes);
  }
  const operations = describe(input, wishes);
  const conflicting = findConflicts(input, operations);
  return conflicting.length === 0
    ? { outcome: 'OK', operations, conflicting }
    : { outcome: 'ABORTED_FOR_CONFLICTS', operations, conflicting };
}

function findProblems(input: Facts): PreviewProblem[] {
  const { target, described, stored, request, autofill } = input;
  const targets: readonly ComponentTarget[] = request.targetStatus ?? [];
  const named = new Set<string>();
  const problems = targets.flatMap(({ componentId, targetStatus, action }, index): PreviewProblem[] => {
    const field = `targetStatus.${index}`;
    if (
      !described.has(componentId) &&
      (stored.get(componentId)?.status ?? 'NOT_DEPLOYED') === 'NOT_DEPLOYED'
    ) {
      return [{ code: 'COR_COMPONENT_UNKNOWN', componentId, field: `${field}.componentId` }];
    }
    if (named.has(componentId)) {
      const problem = `names ${componentId} a second time`;
      return [{ code: 'COR_REQUEST_INVALID', problem, field: `${field}.componentId` }];
    }
    named.add(componentId);
    const chosen = action ?? request.action;
    if (chosen === undefined || fits(chosen, targetStatus)) return [];
    const place = action === undefined ? 'action' : `${field}.action`;
    return [{ code: 'COR_ACTION_MISFIT', componentId, action: chosen, targetStatus, field: place }];
  });
  if (autofill) return problems;
  const missing = [...target, ...removedComponents(input)].filter(({ id }) => !named.has(id));
  return [
    ...problems,
    ...missing.map(({ id }) => ({
      code: 'COR_TARGET_STATUS_MISSING' as const,
      componentId: id,
      field: 'targetStatus',
    })),
  ];
}

function fits(action: ProvisioningAction, targetStatus: TargetStatus): boolean {
  if (DEPLOYS.has(action)) return targetStatus === 'DEPLOYED';
  return !UNDEPLOYS.has(action) || targetStatus === 'NOT_DEPLOYED';
}

function actionFor(
  { request, stored }: Facts,
  id: string,
  targetStatus: TargetStatus,
  asked?: ProvisioningAction,
): ProvisioningAction {
  if (asked === 'NO_ACTION') return asked;
  const status = stored.get(id)?.status ?? 'NOT_DEPLOYED';
  if (targetStatus === 'DEPLOYED') {
    return request.preventRedeploy === true && status === 'DEPLOYED' ? 'NO_ACTION' : 'DEPLOY';
  }
  if (status === 'NOT_DEPLOYED') return 'NO_ACTION';
  return asked ?? (request.removeData === true ? 'UNDEPLOY_AND_REMOVE_DATA' : 'UNDEPLOY');
}

/** Components that are deployed, or remain of a failed deployment, and that the descriptor no longer has. */
function removedComponents({ known, described }: Facts): KnownComponent[] {
  return known.filter(({ id, status }) => !described.has(id) && status !== 'NOT_DEPLOYED');
}

/** Infers the undeployment of removed components; the remains of a failure are cleaned up. */
function dropRemoved(input: Facts, wishes: Map<string, Wish>): void {
  for (const { id, status } of removedComponents(input)) {
    if (wishes.has(id)) continue;
    wishes.set(id, {
      id,
      targetStatus: 'NOT_DEPLOYED',
      action: actionFor(input, id, 'NOT_DEPLOYED'),
      reason: status === 'CORRUPT' ? 'CLEANUP' : 'NOT_IN_TARGET_DESCRIPTOR',
    });
  }
}

/** Adds the dependencies of wanted components, and the dependents of unwanted ones. */
function drawIn(input: Facts, wishes: Map<string, Wish>): void {
  const { described: target, stored: known } = input;
  const dependants = groupDependants(input.known.filter(({ status }) => status !== 'NOT_DEPLOYED'));
  const waiting = [...wishes.values()];
  const add = (wish: Wish): void => {
    wishes.set(wish.id, wish);
    waiting.push(wish);
  };
  for (let wish = waiting.pop(); wish !== undefined; wish = waiting.pop()) {
    if (wish.action === 'DEPLOY') {
      for (const id of target.get(wish.id)?.dependsOn ?? []) {
        if (wishes.has(id) || !target.has(id) || known.get(id)?.status === 'DEPLOYED') continue;
        add({ id, targetStatus: 'DEPLOYED', action: 'DEPLOY', reason: 'DEPENDENCY_OF' });
      }
    } else if (UNDEPLOYS.has(wish.action)) {
      for (const id of dependants.get(wish.id) ?? []) {
        if (wishes.has(id)) continue;
        // A component whose new descriptor no longer needs the unwanted one is updated, instead of being undeployed.
        const isFree = target.get(id)?.dependsOn.includes(wish.id) === false;
        const targetStatus = isFree ? 'DEPLOYED' : 'NOT_DEPLOYED';
        const action = isFree ? 'DEPLOY' : actionFor(input, id, targetStatus);
        add({ id, targetStatus, action, reason: 'DEPENDANT_ON' });
      }
    }
  }
}

/** The operations in execution order. */
function describe(input: Facts, wishes: ReadonlyMap<string, Wish>): PlannedOperation[] {
  const { described: target, stored: known } = input;
  const all = [...wishes.values()];
  const isDeployed = (id: string): boolean => wishes.get(id)?.action === 'DEPLOY';
  const isUndeployed = (id: string): boolean => UNDEPLOYS.has(wishes.get(id)?.action ?? 'NO_ACTION');
  const needing = groupDependants(
    all.filter(({ action }) => action === 'DEPLOY').flatMap(({ id }) => target.get(id) ?? []),
  );
  const using = groupDependants(all.flatMap(({ id }) => known.get(id) ?? []));
  const operations = all.map(({ id, targetStatus, action, reason }): PlannedOperation & { id: string } => {
    const dependencyOf = isDeployed(id) ? (needing.get(id) ?? []).toSorted() : [];
    const dependantOn = (known.get(id)?.dependsOn ?? []).filter(isUndeployed).toSorted();
    const also: PreviewReason[] = [];
    if (reason !== 'NOT_IN_TARGET_DESCRIPTOR' && !target.has(id)) also.push('NOT_IN_TARGET_DESCRIPTOR');
    if (reason !== 'DEPENDENCY_OF' && dependencyOf.length > 0) also.push('DEPENDENCY_OF');
    if (reason !== 'DEPENDANT_ON' && dependantOn.length > 0) also.push('DEPENDANT_ON');
    const before = isUndeployed(id)
      ? (using.get(id) ?? [])
      : (target.get(id)?.dependsOn ?? []).filter(isDeployed);
    return {
      id,
      componentId: id,
      targetStatus,
      action,
      reason,
      ...(also.length > 0 ? { additionalReasons: also } : {}),
      ...(dependencyOf.length > 0 ? { dependencyOf } : {}),
      ...(dependantOn.length > 0 ? { dependantOn } : {}),
      after: before.filter((other) => other !== id && wishes.get(other)?.action !== 'NO_ACTION').toSorted(),
    };
  });
  const sorted = sortAfter(operations);
  // Components deployed by different descriptors may form a cycle; they are processed one by one.
  const place = new Map(sorted.map(({ id }, index) => [id, index]));
  return sorted.map(({ id: _id, ...operation }, index) => ({
    ...operation,
    after: operation.after.filter((other) => (place.get(other) ?? index) < index),
  }));
}

/** Operations after which a deployed component would lack a dependency. */
function findConflicts(input: Facts, operations: readonly PlannedOperation[]): PlannedOperation[] {
  const { described: target, stored: known } = input;
  const byId = new Map(operations.map((operation) => [operation.componentId, operation]));
  const conflicting = new Set<PlannedOperation>();
  const isThere = (id: string): boolean => {
    const action = byId.get(id)?.action ?? 'NO_ACTION';
    if (action === 'NO_ACTION') return known.get(id)?.status === 'DEPLOYED';
    return action === 'DEPLOY';
  };
  const judge = (id: string, dependsOn: readonly string[]): void => {
    for (const other of dependsOn) {
      // A component of another unit: its state is unknown here.
      if (!target.has(other) && !known.has(other)) continue;
      if (isThere(other)) continue;
      for (const operation of [byId.get(id), byId.get(other)])
        if (operation !== undefined) conflicting.add(operation);
    }
  };
  for (const operation of operations) {
    const { componentId: id, action } = operation;
    if (action !== 'DEPLOY') continue;
    const described = target.get(id);
    // Its target state is unknown: its entry is no longer in the descriptor.
    if (described === undefined) conflicting.add(operation);
    else judge(id, described.dependsOn);
  }
  for (const { id, dependsOn, status } of input.known) {
    if (status === 'DEPLOYED' && (byId.get(id)?.action ?? 'NO_ACTION') === 'NO_ACTION') {
      judge(
        id,
        dependsOn.filter(
          (other) => byId.get(other)?.action !== undefined && byId.get(other)?.action !== 'NO_ACTION',
        ),
      );
    }
  }
  return operations.filter((operation) => conflicting.has(operation));
}

/** Ids of the components that depend on each id. */
function groupDependants(components: readonly TargetComponent[]): Map<string, string[]> {
  const dependants = new Map<string, string[]>();
  for (const { id, dependsOn } of components) {
    for (const other of new Set(dependsOn)) {
      const found = dependants.get(other);
      if (found === undefined) dependants.set(other, [id]);
      else found.push(id);
    }
  }
  return dependants;
}
