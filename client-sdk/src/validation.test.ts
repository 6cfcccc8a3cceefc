import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';

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
