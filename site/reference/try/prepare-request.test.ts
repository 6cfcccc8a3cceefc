import { describe, expect, it } from 'vitest';
import { operationOf } from '../../node/contract-docs/catalog.ts';
import { tryContractOf } from '../../node/try-contract.ts';
import type { TryOperation } from './contract.ts';
import { type Entries, type PreparedRequest, prepareRequest } from './prepare-request.ts';

const status = await load('coordinator-v2#getDeploymentUnitStatus');
const provision = await load('tech-adapter#provision');
const approval = await load('remote-request-hook#requestApproval');

const STATUS: Entries = {
  address: 'http://localhost:8080/',
  'path deployment-unit-id': 'urn:dmb:dp:a b:1',
  'query environment': 'development',
};

describe('a request that the reader describes', () => {
  it('goes to the address of the reader, without the prefix of the reference servers', () => {
    expect(ready(status, STATUS)).toMatchObject({
      method: 'GET',
      url: 'http://localhost:8080/v2/deployment-units/urn%3Admb%3Adp%3Aa%20b%3A1/provisioning-status?environment=development',
      headers: {},
    });
  });

  it('has the optional values that are given, headers and a token, which the command leaves out', () => {
    const entries = { ...STATUS, 'query include-descriptor': 'true', token: 'secret' };
    const { url, headers, curl } = ready(status, entries);
    expect(url).toMatch(/\?environment=development&include-descriptor=true$/);
    expect(headers).toEqual({ authorization: 'Bearer secret' });
    expect(curl).toContain('-H "authorization: Bearer $TOKEN"');
    expect(curl).not.toContain('secret');
    const asked = { address: 'https://hooks.example', 'header X-Request-ID': '7', body: '{"a": 1}' };
    expect(ready(approval, asked)).toMatchObject({
      url: 'https://hooks.example/approval-requests',
      headers: { 'X-Request-ID': '7', 'content-type': 'application/json' },
      body: '{"a": 1}',
    });
  });

  it.each<[string, TryOperation, Entries, string, string]>([
    [
      'a missing parameter',
      status,
      { ...STATUS, 'query environment': ' ' },
      'query environment',
      'environment is required',
    ],
    [
      'an address without protocol',
      status,
      { ...STATUS, address: 'localhost:8080' },
      'address',
      'http:// or https://',
    ],
    ['no address', status, { ...STATUS, address: '' }, 'address', 'http:// or https://'],
    [
      'a body that is not JSON',
      provision,
      { address: 'http://a', body: '{\n  "a": 1,\n}' },
      'body',
      'Line 3 is not valid JSON',
    ],
    ['no body', provision, { address: 'http://a', body: '' }, 'body', 'requires one'],
  ])('is not sent with %s', (_, operation, entries, field, message) => {
    const prepared = prepareRequest(operation, entries);
    expect(prepared).toEqual([{ field, message: expect.stringContaining(message) }]);
  });
});

function ready(operation: TryOperation, entries: Entries): PreparedRequest {
  const prepared = prepareRequest(operation, entries);
  if ('url' in prepared) return prepared;
  throw new Error(prepared.map(({ message }) => message).join('\n'));
}

async function load(reference: string): Promise<TryOperation> {
  const { placed, operation } = operationOf(reference);
  const found = (await tryContractOf(placed.api)).operations[operation.id];
  if (!found) throw new Error(`${reference} is missing`);
  return found;
}
