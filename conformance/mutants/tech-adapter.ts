import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { techAdapterSchemas } from '@tessera/contracts/schemas/tech-adapter';
import type { ApiTable } from '@tessera/contracts/vocabulary';
import { componentOf, findingsIn } from './descriptors.ts';
import { type Body, breakDown, isBody, refuse } from './reply.ts';
import { type Domain, type Fault, faultsBySchema, type Kind } from './server.ts';

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
  const { operations }: ApiTable = techAdapter;
  const faults = faultsBySchema(techAdapterSchemas, operations[operation]?.body?.schema ?? '', input);
  const refs: readonly unknown[] = isBody(input) && Array.isArray(input['refs']) ? input['refs'] : [];
  const isOdd = refs.some((ref) => typeof ref === 'string' && !/^(user|group):./.test(ref));
  return operation === 'updateacl' && isOdd
    ? [...faults, { field: 'refs.0', message: 'refs are users or groups' }]
    : faults;
}
