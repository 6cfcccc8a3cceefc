import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { expect, it } from 'vitest';
import { findSuite } from '../contracts.ts';
import type { Contract } from './contract.ts';
import { matchOperation } from './match.ts';

/** A contract with one GET operation for each path; the path is its id. */
async function contractWith(...paths: readonly string[]): Promise<Contract> {
  const { contract } = await findSuite('tech-adapter');
  const [first] = Object.values(contract.table.operations);
  if (first === undefined) throw new Error('the contract has no operation');
  const operations = Object.fromEntries(
    paths.map((path): [string, OperationEntry] => [path, { ...first, id: path, method: 'GET', path }]),
  );
  return { ...contract, table: { ...contract.table, operations } };
}

it.each([
  { address: '/plans/status', operation: '/plans/status', prefix: '' },
  { address: '/plans/p-1', operation: '/plans/{planIdentifier}', prefix: '' },
  { address: '/api/plans/status/tasks', operation: '/plans/status/{task}', prefix: '/api' },
  { address: '/plans/p-1/tasks', operation: '/plans/{planIdentifier}/tasks', prefix: '' },
  { address: '/api/archive/plans/p-1', operation: '/archive/plans/{plan}', prefix: '/api' },
])('finds $operation for $address', async ({ address, operation, prefix }) => {
  const contract = await contractWith(
    '/plans/{planIdentifier}',
    '/plans/status',
    '/plans/{planIdentifier}/tasks',
    '/plans/status/{task}',
    '/archive/plans/{plan}',
  );
  const match = matchOperation(contract, 'GET', address);
  expect({ operation: match?.operation.id, prefix: match?.prefix }).toEqual({ operation, prefix });
});
