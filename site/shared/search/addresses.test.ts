import { describe, expect, it } from 'vitest';
import { addressed } from './addresses.ts';
import { loadPart } from './load-part.ts';

const parts = [
  loadPart([{ i: 0, t: 'X-01 Answers in JSON', u: '/conformance/every-contract/x-01/' }]),
  loadPart([
    { i: 1, t: 'Provision', u: '/e/', h: '#tag/adapter/POST/adapter/v1/provision', p: 9 },
    { i: 2, t: 'Terminate', u: '/e/', h: '#tag/adapter/DELETE/adapter/v1/provision/{token}', p: 9 },
    { i: 3, t: 'State', u: '/e/', h: '#tag/adapter/GET/adapter/v1/provision/{token}', p: 9 },
  ]),
];
const titles = (query: string) => addressed(parts, query).map(({ t }) => t);

describe('a query that is an address', () => {
  it.each([
    ['/v1/provision', ['Provision']],
    ['POST /adapter/v1/provision', ['Provision']],
    ['delete /v1/provision/{token}', ['Terminate']],
    ['/v1/provision/{token}', ['State', 'Terminate']],
    ['x-01', ['X-01 Answers in JSON']],
    ['provision', []],
    ['provision a component', []],
  ])('%s names its operation or requirement', (query, wanted) => expect(titles(query)).toEqual(wanted));
});
