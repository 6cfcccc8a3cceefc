import { expect, it } from 'vitest';
import { findSuite } from '../contracts.ts';
import { fitAdvice } from './error-shape.ts';
import { schemasOf } from './schemas.ts';

it.each([
  ['tech-adapter', 'provision', '400 with {"errors": ["..."]}'],
  ['custom-url-picker', 'validate', '400 with {"errors": [{"error": "...", "suggestion": "..."}]}'],
  ['remote-request-hook', 'requestApproval', '400 with {"error": {"message": "..."}}'],
])('advice for %s shows the error body of the contract', async (contract, operation, advice) => {
  const { table, schemas } = (await findSuite(contract)).contract;
  const told = fitAdvice('400 with {"errors": [...]}', table.operations[operation], schemasOf(schemas));
  expect(told).toBe(advice);
});
