import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { serve } from '../testing/loopback.ts';
import type { Reliability } from './options.ts';
import { createTechAdapter } from './tech-adapter.ts';

const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
const baseUrl = 'http://localhost';

/** What a caller without a compiler may give for a number. */
function given(options: Record<string, unknown>): Reliability {
  return options;
}

const WRONG = [
  ['timeout', -1, 'timeout must be a number from 0, not -1'],
  ['timeout', Number.NaN, 'timeout must be a number from 0, not NaN'],
  ['attemptTimeout', '5', "attemptTimeout must be a number from 0, not '5'"],
  ['attemptTimeout', [5], 'attemptTimeout must be a number from 0, not 5'],
  ['retries', -0.5, 'retries must be a number from 0, not -0.5'],
  ['retries', true, 'retries must be a number from 0, not true'],
  ['maxResponseBytes', -1, 'maxResponseBytes must be a number from 0, not -1'],
] as const;

describe('a number that cannot be meant', () => {
  test.each(WRONG)('is refused as the %s of a client: %s', (name, value, message) => {
    expect(() => createTechAdapter({ baseUrl, ...given({ [name]: value }) })).toThrow(
      new TypeError(`options: ${message}`),
    );
  });

  test.each(WRONG)(
    'is refused as the %s of a call, and nothing is sent: %s',
    async (name, value, message) => {
      const server = await serve();
      const adapter = createTechAdapter({ baseUrl: server.origin });
      await expect(adapter.validate({ body, ...given({ [name]: value }) })).rejects.toEqual(
        new TypeError(`validate: ${message}`),
      );
      expect(server.received).toEqual([]);
    },
  );

  test('is not told before the address, without which there is no client', () => {
    const options = JSON.parse('{ "baseUrl": "localhost", "timeout": -1 }');
    expect(() => createTechAdapter(options)).toThrow('baseUrl must be');
  });

  test.each([
    ['initial', -1, 'poll: initial must be a number from 0, not -1'],
    ['longest', Number.NaN, 'poll: longest must be a number from 0, not NaN'],
    ['factor', 0.5, 'poll: factor must be a number from 1, not 0.5'],
  ])('is refused as the %s of a pace: %s', (name, value, message) => {
    expect(() => createTechAdapter({ baseUrl, poll: { [name]: value } })).toThrow(new TypeError(message));
  });

  test('is refused as the timeout of a wait, which asks nothing', async () => {
    const server = await serve();
    const task = createTechAdapter({ baseUrl: server.origin }).provision.resume('t');
    await expect(task.wait({ timeout: -1 })).rejects.toEqual(
      new TypeError('provision: timeout must be a number from 0, not -1'),
    );
    expect(server.received).toEqual([]);
  });
});

const APPLICATION = `
import { createTechAdapter } from '@tessera/client/tech-adapter';
createTechAdapter({ baseUrl: '${baseUrl}', retries: -1 });`;

test.each([
  ['development', /^TypeError: options: retries must be a number from 0, not -1$/],
  ['production', /^nothing$/],
])('in a browser it is refused where the condition is development: %s', async (condition, said) => {
  const { outputFiles } = await build({
    stdin: { contents: APPLICATION, resolveDir: fileURLToPath(new URL('..', import.meta.url)), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['tessera-source', condition],
  });
  const run = import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
  expect(await run.then(() => 'nothing', String)).toMatch(said);
});

test('no further attempt and a time without end can be meant', async () => {
  const server = await serve({ status: 200, json: { valid: true } });
  const numbers = { retries: 0, timeout: Infinity, attemptTimeout: Infinity };
  const poll = { initial: 0, longest: 0, factor: 1 };
  const adapter = createTechAdapter({ baseUrl: server.origin, ...numbers, poll });
  expect(await adapter.validate({ body, ...numbers, retries: Infinity })).toEqual({ valid: true });
});

test.each(['timeout', 'attemptTimeout'])('%s: 0 leaves no time for anybody, however quick', async (name) => {
  let asked = 0;
  const transport = async () => {
    asked += 1;
    return { status: 200, headers: new Headers(), text: '{"valid":true}' };
  };
  const adapter = createTechAdapter({ baseUrl, transport, retries: 0 });
  await expect(adapter.validate({ body, ...given({ [name]: 0 }) })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  expect(asked).toBe(0);
});
