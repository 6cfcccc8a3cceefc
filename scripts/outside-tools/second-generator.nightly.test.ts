import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPILER } from '../build/compiler.ts';
import { type CommandResult, runCommand, tool } from '../check/command.ts';
import { asObject } from '../generate/json.ts';
import { readBundles } from './bundles.ts';

const PATIENCE = 120_000;
const BUNDLES = readBundles();

/** All output of the generator without findings. */
const CONTENT =
  /^(@hey-api\/openapi-ts v|\[Job \d+\] (⏳ Generating from 1 input:| {2}\[1\] |✅ Done! Your output is in ))/;

describe('an independent generator', { timeout: PATIENCE }, () => {
  let folder = '';
  let run: CommandResult;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-second-generator-'));
    const jobs = BUNDLES.map(({ name, path }) => ({
      input: path,
      output: join(folder, name),
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    }));
    const config = join(folder, 'openapi-ts.config.mjs');
    writeFileSync(config, `export default ${JSON.stringify(jobs)};\n`);
    run = await runCommand(folder, tool('openapi-ts'), ['--file', config, '--no-log-file']);
  }, PATIENCE);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('reads every bundle without a warning', () => {
    const lines = stripVTControlCharacters(run.output).split('\n');
    expect(lines.filter((line) => line !== '' && !CONTENT.test(line))).toEqual([]);
    expect(run.code).toBe(0);
    expect(lines.filter((line) => line.includes('Done!'))).toHaveLength(BUNDLES.length);
  });

  test('writes a function for every operation of every bundle', () => {
    for (const { name, document } of BUNDLES) {
      const operations = Object.values(asObject(document['paths'])).flatMap((item) =>
        Object.values(asObject(item)).filter((operation) => 'operationId' in asObject(operation)),
      );
      if (operations.length === 0) continue; // notifications only: there is nothing to call
      const sdk = readFileSync(join(folder, name, 'sdk.gen.ts'), 'utf8');
      const functions = sdk.match(/^export const \w+ = </gm) ?? [];
      expect([name, functions.length]).toEqual([name, operations.length]);
    }
  });

  test('writes code that a strict compiler accepts', async () => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
    const [compiler, ...args] = COMPILER;
    expect(await runCommand(folder, compiler, [...args, '-p', '.'])).toEqual({
      code: 0,
      stdout: '',
      output: '',
    });
  });
});
