import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { componentOf, findingsIn } from './descriptors.ts';
import type { Body, Domain, Fault, Kind, Reply } from './server.ts';
import { isBody } from './server.ts';

const KINDS: Readonly<Record<string, Kind>> = {
  asyncValidate: 'validation',
  getValidationStatus: 'validation',
  runReverseProvisioning: 'reverse',
  getReverseProvisioningStatus: 'reverse',
};

/** The operations of a small tech adapter. */
export function createTechAdapter(): Domain {
  return {
    operations: techAdapter.operations,
    kindOf: (operation) => KINDS[operation] ?? 'provisioning',
    faultsIn: ({ operation, input }) => findFaults(operation, input),
    answerAtOnce: ({ operation, input }) =>
      operation === 'validate' && isBody(input) ? { status: 200, body: verdictOn(input) } : undefined,
    endOf,
    refusal: refuse,
    fault: breakDown,
  };
}

function endOf(operation: string, input: Body): Body {
  if (operation === 'asyncValidate') return { status: 'COMPLETED', info: { publicInfo: verdictOn(input) } };
  const log = (level: string, message: string): object => ({
    timestamp: new Date().toISOString(),
    level,
    message,
    phase: 'Applying',
  });
  if (operation === 'runReverseProvisioning') {
    return {
      status: 'COMPLETED',
      updates: { 'spec.mesh.specific.tableName': 'SHIPMENTS' },
      logs: [log('INFO', 'read one table')],
    };
  }
  const findings = findingsIn(operation === 'updateacl' ? accessed(input) : input);
  if (findings.length > 0) {
    return {
      status: 'FAILED',
      result: findings.join(', '),
      logs: [log('ERROR', findings.join(', '))],
      refused: findings.join(', '),
    };
  }
  const name = componentOf(input) ?? 'system';
  const info = {
    publicInfo: {
      view: { type: 'string', label: 'View', value: name, href: 'https://warehouse.example.com' },
    },
    privateInfo: { outputs: { name } },
    aclInfo: [{ identity: 'user:jane.doe_example.com', locked: true }],
  };
  const kept =
    operation === 'unprovision' ? (input['removeData'] === true ? 'data removed' : 'data kept') : 'done';
  const logs = [log('INFO', 'begun'), log('INFO', kept)];
  return operation === 'provision'
    ? { status: 'COMPLETED', result: kept, info, logs }
    : { status: 'COMPLETED', result: kept, logs };
}

/** The component whose access the request sets. */
function accessed({ provisionInfo }: Body): Body {
  const descriptor = isBody(provisionInfo) ? provisionInfo['request'] : undefined;
  return { descriptor, descriptorKind: 'COMPONENT_DESCRIPTOR' };
}

function verdictOn(input: Body): Body {
  const errors = findingsIn(input);
  return errors.length === 0 ? { valid: true } : { valid: false, error: { errors } };
}

function findFaults(operation: string, input: unknown): Fault[] {
  if (!isBody(input)) return [{ field: 'body', message: 'the body is no object' }];
  const faults: Fault[] = [];
  const text = (field: string, value: unknown): void => {
    if (typeof value !== 'string')
      faults.push({ field, message: `${field} ${value === undefined ? 'is required' : 'is not a string'}` });
  };
  if (operation === 'updateacl') {
    const { refs, provisionInfo } = input;
    if (!Array.isArray(refs)) faults.push({ field: 'refs', message: 'refs is not a list' });
    else if (!refs.every((ref: unknown) => typeof ref === 'string' && /^(user|group):./.test(ref)))
      faults.push({ field: 'refs.0', message: 'refs are users or groups' });
    if (!isBody(provisionInfo)) faults.push({ field: 'provisionInfo', message: 'provisionInfo is required' });
    else for (const field of ['request', 'result']) text(`provisionInfo.${field}`, provisionInfo[field]);
    const { accessControlFields: fields } = input;
    if (fields !== undefined && !isBody(fields))
      faults.push({ field: 'accessControlFields', message: 'accessControlFields is an object' });
    return faults;
  }
  if (operation === 'runReverseProvisioning') {
    for (const field of ['useCaseTemplateId', 'environment']) text(field, input[field]);
    for (const field of ['params', 'catalogInfo'])
      if (input[field] !== undefined && !isBody(input[field]))
        faults.push({ field, message: `${field} is an object` });
    return faults;
  }
  const kinds = ['DATAPRODUCT_DESCRIPTOR', 'COMPONENT_DESCRIPTOR', 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS'];
  text('descriptor', input['descriptor']);
  const { descriptorKind } = input;
  if (typeof descriptorKind !== 'string' || !kinds.includes(descriptorKind))
    faults.push({ field: 'descriptorKind', message: 'descriptorKind is unknown' });
  const { latestEnrichedDescriptor: enriched, removeData } = input;
  if (enriched !== undefined && typeof enriched !== 'string')
    faults.push({ field: 'latestEnrichedDescriptor', message: 'latestEnrichedDescriptor is text' });
  if (removeData !== undefined && typeof removeData !== 'boolean')
    faults.push({ field: 'removeData', message: 'removeData is a boolean' });
  return faults;
}

/** An error in the format of the contract. */
export function refuse(status: number, errors: readonly string[], field?: string): Reply {
  const moreInfo = {
    problems: errors,
    solutions: [`Check ${field ?? 'the request'} against the API reference.`],
  };
  const named = field === undefined || field === 'body' ? {} : { inputErrorField: field };
  return { status, body: { errors, userMessage: 'The request cannot be accepted.', ...named, moreInfo } };
}

/** A system error in the format of the contract. */
export function breakDown(error: string): Reply {
  return {
    status: 500,
    body: { error, userMessage: 'Something broke.', moreInfo: { problems: [error], solutions: [] } },
  };
}
