import { afterEach, describe, expect, it } from 'vitest';
import { createMadeUpContract, parameter } from '../../testing/made-up-contract.ts';
import { createServer } from './create-server.ts';

const contract = createMadeUpContract(
  [{ id: 'ask', path: '/ask', parameters: [parameter('X-Count', 'header', { required: true })] }],
  {
    'ask.header': {
      type: 'object',
      required: ['x-count'],
      properties: { 'x-count': { type: 'integer' } },
    },
  },
);
const app = createServer({
  mounts: [
    { contract, handlers: { ask: ({ headers }: { headers: object }) => ({ status: 200, body: headers }) } },
  ],
});
afterEach(() => app.close());

describe('a header', () => {
  it('has the name and the type of the contract, however it is written', async () => {
    const ask = async (headers: Record<string, string>) => {
      const answer = await app.inject({ url: '/made-up/ask', headers });
      return { status: answer.statusCode, body: answer.json() };
    };
    expect(await ask({ 'x-COUNT': '7' })).toEqual({ status: 200, body: { 'X-Count': 7 } });
    expect((await ask({})).body.errors).toEqual(['X-Count is required']);
    expect((await ask({ 'x-count': 'many' })).body.errors).toEqual(['X-Count must be integer']);
  });
});
