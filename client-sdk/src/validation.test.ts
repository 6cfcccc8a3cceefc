import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { serve } from '../testing/loopback.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { ViolationEvent } from './options.ts';
import { createTechAdapter } from './tech-adapter.ts';
import { validateResponses } from './validation.ts';

const folder = fileURLToPath(new URL('../.cache/validation', import.meta.url));

/** An application that gets an answer of the wrong shape. */
const APPLICATION = `
import { createTechAdapter } from '@tessera/client/tech-adapter';
const answer = { status: 200, headers: new Headers(), text: '{"valid":"yes"}' };
export function call(options) {
  const adapter = createTechAdapter({ baseUrl: 'http://host', transport: async () => ({ ...answer }), ...options });
  return adapter.validate({ body: { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: '' } });
}`;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundle(name: string, conditions: string[]): Promise<(options?: object) => Promise<unknown>> {
  mkdirSync(folder, { recursive: true });
  const outfile = `${folder}/${name}.mjs`;
  await build({
    stdin: { contents: APPLICATION, resolveDir: folder, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['tessera-source', ...conditions],
    outfile,
  });
  return (await import(/* @vite-ignore */ outfile)).call;
}

test('answers are trusted, unless the condition is development', async () => {
  const call = await bundle('production', []);
  await expect(call()).resolves.toEqual({ valid: 'yes' });
});

test('answers are judged in development, unless that is switched off', async () => {
  const call = await bundle('development', ['development']);
  await expect(call()).rejects.toThrow(
    /^validate answered 200 against the contract: \/valid must satisfy 'type': .*"boolean"/,
  );
  await expect(call({ validate: false })).resolves.toEqual({ valid: 'yes' });
});

describe('validation', () => {
  const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
  const path = { token: 't' };

  async function adapterFor(...bodies: unknown[]) {
    const [start, ...others] = bodies.map((json) => ({ status: json === 'token' ? 202 : 200, json }));
    const { origin } = await serve(start ?? { status: 500 }, ...others);
    const accepted: ViolationEvent[] = [];
    const adapter = createTechAdapter({
      baseUrl: origin,
      clock: createManualClock(),
      validate: validateResponses,
      onViolation: (event) => accepted.push(event),
    });
    return { accepted, adapter };
  }

  test('accepts null in place of a member that may be absent, and reports it', async () => {
    const log = { timestamp: '2026-01-01T00:00:00Z', level: 'INFO', message: 'x', phase: null };
    const end = { status: 'COMPLETED', result: null, info: null, logs: [log] };
    const { accepted, adapter } = await adapterFor({ valid: true, error: null }, 'token', end);
    await expect(adapter.validate({ body, requestId: 'r' })).resolves.toEqual({ valid: true, error: null });
    const task = await adapter.provision({ body });
    await expect(task.wait()).resolves.toEqual(end);
    expect(accepted[0]).toEqual({
      ...{ api: 'tech-adapter', operationId: 'validate', status: 200, requestId: 'r' },
      ...{ pointer: '/error', expected: expect.stringContaining("must satisfy 'type'") },
    });
    const places = accepted.slice(1).map(({ operationId, pointer }) => `${operationId} ${pointer}`);
    expect(places).toEqual(['/result', '/info', '/logs/0/phase'].map((pointer) => `getStatus ${pointer}`));
  });

  test('accepts null beside a value that is nested without end', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const info = `{"publicInfo":{},"privateInfo":{"a":${nested}},"aclInfo":null}`;
    const { origin } = await serve({
      status: 200,
      text: `{"status":"COMPLETED","info":${info},"result":null}`,
    });
    const accepted: string[] = [];
    const adapter = createTechAdapter({
      baseUrl: origin,
      validate: validateResponses,
      onViolation: ({ pointer }) => accepted.push(pointer),
    });
    await expect(adapter.getStatus({ path })).resolves.toMatchObject({ status: 'COMPLETED' });
    expect(accepted.toSorted()).toEqual(['/info/aclInfo', '/result']);
  });

  test.each<[string, object, string]>([
    ['a required member', { valid: null }, '/valid'],
    ['a required member, beside one that may be absent', { valid: null, error: null }, '/valid'],
    ['an item of a list', { valid: false, error: { errors: ['no', null] } }, '/error/errors/1'],
  ])('rejects null in place of %s', async (_, answer, pointer) => {
    const { adapter } = await adapterFor(answer);
    const call = adapter.validate({ body });
    await expect(call).rejects.toMatchObject({
      ...{ name: 'ContractError', pointer },
      message: expect.stringContaining("'type'"),
    });
  });

  test('accepts a state that the contract does not know yet, reports it, and still checks the rest', async () => {
    const { accepted, adapter } = await adapterFor({ status: 'PAUSED' }, { status: 'PAUSED', logs: 1 });
    await expect(adapter.getStatus({ path })).resolves.toEqual({ status: 'PAUSED' });
    expect(accepted).toMatchObject([{ operationId: 'getStatus', pointer: '/status' }]);
    await expect(adapter.getStatus({ path })).rejects.toMatchObject({ pointer: '/logs' });
  });

  test('does not let the hook spoil a call, nor the process', async () => {
    const spoil = () => {
      throw new Error('the log is full');
    };
    for (const onViolation of [spoil, async () => spoil()]) {
      const { origin } = await serve({ status: 200, json: { valid: true, error: null } });
      const adapter = createTechAdapter({ baseUrl: origin, validate: validateResponses, onViolation });
      await expect(adapter.validate({ body })).resolves.toMatchObject({ valid: true });
    }
  });
});
