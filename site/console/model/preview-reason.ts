import type {
  PreviewOperation,
  PreviewReason,
  ProvisioningAction,
} from '@tessera/contracts/types/coordinator-v2';

const ACTIONS: Readonly<Record<ProvisioningAction, string>> = {
  DEPLOY: 'Deploy',
  UNDEPLOY: 'Undeploy',
  UNDEPLOY_AND_REMOVE_DATA: 'Undeploy and remove the data',
  NO_ACTION: 'Leave as it is',
};

/** The operation on a component, in words. */
export function describeAction({ action }: PreviewOperation): string {
  return ACTIONS[action];
}

/** The reason of an operation on a component, as one sentence. */
export function describeReason(operation: PreviewOperation, nameOf: (id: string) => string): string {
  const reasons = [operation.reason, ...(operation.additionalReasons ?? [])];
  const clauses = reasons.map((reason) => clauseOf(reason, operation, nameOf));
  const sentence = [...new Set(clauses)].join(', and ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function clauseOf(
  reason: PreviewReason,
  { dependencyOf = [], dependantOn = [] }: PreviewOperation,
  nameOf: (id: string) => string,
): string {
  switch (reason) {
    case 'REQUEST':
      return 'the request asks for it';
    case 'NOT_IN_TARGET_DESCRIPTOR':
      return 'the descriptor no longer has it';
    case 'CLEANUP':
      return 'a provisioning that failed left it behind';
    case 'DEPENDENCY_OF':
      if (dependencyOf.length === 0) return 'another component depends on it';
      return `${listed(dependencyOf.map(nameOf))} ${dependencyOf.length === 1 ? 'depends' : 'depend'} on it`;
    case 'DEPENDANT_ON':
      if (dependantOn.length === 0) return 'it depends on a component that is undeployed';
      return `it depends on ${listed(dependantOn.map(nameOf))}, which will be undeployed`;
  }
}

/** `a`, `a and b`, `a, b and c`. */
function listed(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}
