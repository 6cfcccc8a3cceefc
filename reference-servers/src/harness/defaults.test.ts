import { coordinatorV2Schemas } from '@tessera/contracts/schemas/coordinator-v2';
import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import { expect, it } from 'vitest';
import { validatorsOf } from './validators.ts';

/** [schema, request, handler input]: the defaults of the requirement, as in the handler's types. */
const CASES = [
  [
    coordinatorV2Schemas,
    'listTechAdapters.query',
    {},
    { 'sort-by': 'name', 'sort-order': 'asc', limit: 20, offset: 0 },
  ],
  [coordinatorV2Schemas, 'abortProvisioning.query', { environment: 'e' }, { environment: 'e', mode: 'safe' }],
  [
    coordinatorV2Schemas,
    'ProvisioningRequest',
    { descriptor: 'd' },
    { descriptor: 'd', removeData: false, preventRedeploy: false },
  ],
  [
    governanceSchemas,
    'EvaluationStatusQuery',
    { resultOptions: { pagination: {} } },
    { resultOptions: { pagination: { pageSize: 50 } } },
  ],
  [
    governanceSchemas,
    'ResourceType',
    { name: 'n', descriptorConfiguration: {} },
    {
      name: 'n',
      descriptorConfiguration: {
        resourceNameField: 'id',
        resourceDisplayNameFields: ['domain', 'name', 'version'],
        resourceFilterField: 'version',
      },
    },
  ],
] as const;

it.each(CASES)('$1 reaches a handler with its defaults filled in', (schemas, name, sent, received) => {
  const value = structuredClone(sent);
  expect(validatorsOf(schemas).checkRequest(name, value)).toEqual([]);
  expect(value).toEqual(received);
});
