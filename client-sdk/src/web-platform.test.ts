import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { serve } from '../testing/loopback.ts';

const room = fileURLToPath(new URL('..', import.meta.url));

/** What browsers and edge runtimes both have, and the client may use; nothing of Node. */
const { AbortController, Blob, Headers, TextDecoder, URL: WebUrl } = globalThis;
const WEB = {
  AbortController,
  Blob,
  Headers,
  TextDecoder,
  URL: WebUrl,
  clearTimeout,
  crypto,
  fetch,
  performance,
  setTimeout,
};

const APPLICATION = `
import { createTechAdapter } from '@tessera/client/tech-adapter';
export async function run(baseUrl) {
  const adapter = createTechAdapter({ baseUrl, poll: { initial: 1 } });
  const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' };
  const { valid } = await adapter.validate({ body });
  const task = await adapter.provision({ body });
  const { status } = await task.wait();
  const { name } = await adapter.getStatus({ path: { token: 'late' }, timeout: 20 }).catch((error) => error);
  return JSON.stringify([valid, status, name]);
}`;

test.each(['browser', 'worker', 'workerd', 'edge-light'])(
  'needs nothing but the web platform where the condition %s is set',
  async (condition) => {
    const { outputFiles } = await build({
      stdin: { contents: APPLICATION, resolveDir: room, loader: 'ts' },
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'application',
      platform: condition === 'browser' ? 'browser' : 'neutral',
      target: 'es2022',
      conditions: ['tessera-source', condition],
    });
    const server = await serve(
      { status: 200, json: { valid: true } },
      { status: 202, json: 'token' },
      { status: 200, json: { status: 'RUNNING' } },
      { status: 200, json: { status: 'COMPLETED' } },
      () => undefined,
    );
    const { run } = runInNewContext(`${outputFiles[0]?.text}; application`, { ...WEB });
    expect(JSON.parse(await run(server.origin))).toEqual([true, 'COMPLETED', 'TimeoutError']);
  },
);
