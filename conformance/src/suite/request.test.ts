import { capabilities } from '@tessera/contracts/capabilities';
import { errors } from '@tessera/contracts/errors';
import { perimeterResolverFixtures } from '@tessera/contracts/fixtures/perimeter-resolver';
import { lifecycles } from '@tessera/contracts/lifecycles';
import { perimeterResolver } from '@tessera/contracts/operations/perimeter-resolver';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { perimeterResolverSchemas } from '@tessera/contracts/schemas/perimeter-resolver';
import { techAdapterSchemas } from '@tessera/contracts/schemas/tech-adapter';
import { describe, expect, it } from 'vitest';
import { Blocked } from './check.ts';
import type { Contract } from './contract.ts';
import { type Call, compose, prove } from './request.ts';
import { schemasOf } from './schemas.ts';

const contract: Contract = {
  table: perimeterResolver,
  schemas: perimeterResolverSchemas,
  fixtures: perimeterResolverFixtures,
  lifecycles,
  capabilities: Object.values(capabilities),
  errors,
};
const schemas = schemasOf(contract.schemas);
const call = (query: Record<string, unknown>, intent: Call['intent'] = 'valid'): Call => ({
  operation: 'resolveResources',
  label: 'a page',
  intent,
  parameters: { query },
});

describe('a request of the suite', () => {
  it('writes parameters according to the contract', () => {
    const query = { environment: 'a b&c', 'resource-types': ['x,y', 'z'], id: undefined, limit: 5 };
    expect(compose(contract, call(query)).path).toBe(
      '/v1/resolve?environment=a%20b%26c&resource-types=x%2Cy,z&limit=5',
    );
  });

  it.each([
    ['a good one', { environment: 'a', limit: 5 }, 'valid'],
    ['a missing parameter', { limit: 5 }, 'invalid'],
    ['a limit out of bounds', { environment: 'a', limit: 51 }, 'invalid'],
    ['a limit that is no number', { environment: 'a', limit: 'five' }, 'invalid'],
  ] as const)('is held against the contract before it is sent: %s', (_, query, intent) => {
    const other = intent === 'valid' ? 'invalid' : 'valid';
    const tried = (as: Call['intent']) => () =>
      prove(contract, schemas, call(query, as), compose(contract, call(query, as)));
    expect(tried(intent)).not.toThrow();
    expect(tried(other)).toThrow(`is not ${other} as it should be`);
  });

  it('is validated against the contract, including its path', () => {
    const deep: Call = { operation: 'getStatus', label: 'a task', intent: 'valid', token: 'task-1' };
    const other: Contract = { ...contract, table: techAdapter, schemas: techAdapterSchemas };
    const known = schemasOf(techAdapterSchemas);
    const tried = (change: Partial<Call>) => () =>
      prove(other, known, { ...deep, ...change }, compose(other, { ...deep, ...change }));
    expect(tried({})).not.toThrow();
    expect(tried({ token: '' })).toThrow(Blocked);
    expect(tried({ token: '', intent: 'stray' })).not.toThrow();
  });

  it('uses another path only for deliberately invalid requests', () => {
    const stray: Call = {
      operation: 'resolveResources',
      label: 'x',
      intent: 'stray',
      method: 'PUT',
      path: '/v1/x',
    };
    expect(compose(contract, stray)).toMatchObject({ method: 'PUT', path: '/v1/x' });
    expect(() => prove(contract, schemas, stray, compose(contract, stray))).not.toThrow();
  });
});
