import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings, SITE_ROOT } from '../config.ts';
import { loadContent } from '../content/load.ts';
import { editionsOf } from '../content/versions.ts';
import { compileContent, compileSidebars } from '../pages.tsx';
import type { Problem } from '../problems.ts';
import { missingLine, runSamples } from './run-samples.ts';

const WORKSPACE = path.join(SITE_ROOT, '..');
const FOLDER = path.join(SITE_ROOT, '.cache', 'samples');
const problems: Problem[] = [];
const content = loadContent(readSettings([], {}).contentDir, problems);
// What is not released yet holds everything that the releases have.
const editions = editionsOf(content, []);
const pages = compileContent(
  editions,
  compileSidebars(editions),
  { baseUrl: '/', editUrl: '' },
  problems,
).flatMap(({ source, samples }) =>
  source && samples.length > 0 ? [{ file: source.file, name: source.route, samples }] : [],
);

describe('samples of the documentation', () => {
  it('say how they are checked', () => {
    expect(problems).toEqual([]);
  });

  const runnable = pages.filter((page) => page.samples.some((sample) => sample.meta.mode === 'run'));
  it.each(runnable)(
    'of $file do what the page says when they are run',
    async (page) => {
      const folder = path.join(FOLDER, page.name.replaceAll('/', '_'));
      await runSamples(page, { folder, commands: workspaceCommands() });
    },
    180_000,
  );

  const compiled = pages.filter((page) => page.samples.some((sample) => sample.meta.mode === 'compile'));
  it.each(compiled)(
    'of $file compile',
    async ({ name, samples }) => {
      const folder = path.join(FOLDER, `compile${name.replaceAll('/', '_')}`);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      samples
        .filter((sample) => sample.meta.mode === 'compile')
        .forEach((sample, index) => {
          writeFileSync(path.join(folder, `sample-${index}.ts`), sample.code);
        });
      const compilerOptions = { composite: false, noEmit: true, declaration: false, types: ['node'] };
      const config = { extends: '../../../../tsconfig.base.json', compilerOptions, include: ['*.ts'] };
      writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
      const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
      const run = promisify(execFile)(process.execPath, [tsc, '-p', folder]);
      await expect(run.catch((error: { stdout: string }) => error.stdout)).resolves.toMatchObject({
        stdout: '',
      });
    },
    60_000,
  );

  const validated = pages.flatMap((page) =>
    page.samples.flatMap((sample) =>
      sample.meta.against === null ? [] : [{ ...sample, against: sample.meta.against, file: page.file }],
    ),
  );
  it.each(validated)('of $file, line $line, satisfies $against', async ({ code, against, meta }) => {
    const [api = '', schema = ''] = against.split('#');
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    addFormats(ajv);
    const document: object = await import(`@tessera/contracts/schemas/${api}`);
    for (const schemas of Object.values(document)) ajv.addSchema(schemas, 'contract');
    const validate = ajv.getSchema(`contract#/$defs/${schema}`);
    if (!validate) throw new Error(`${against} names no schema of the contracts`);
    validate(meta.language === 'yaml' ? parse(code) : JSON.parse(code));
    expect(validate.errors).toBeNull();
  });
});

describe('comparing what a command prints', () => {
  it.each([
    { given: 'a\nb\nc', expected: ['a', 'c'], missing: null },
    { given: 'a\nb\nc', expected: ['c', 'a'], missing: 'a' },
    { given: '163 pass in 3.2 s', expected: ['9 pass in 4 s'], missing: null },
    { given: '{"valid":false}', expected: ['{"valid":true}'], missing: '{"valid":true}' },
    { given: 'pass  X-1  Something long', expected: ['pass  X-1  Something …'], missing: null },
  ])('finds $missing missing for $expected in $given', ({ given, expected, missing }) => {
    expect(missingLine(expected, given)).toBe(missing);
  });
});

/** What `npx NAME` starts for somebody who has installed this workspace's packages. */
function workspaceCommands(): Map<string, string> {
  const commands = new Map<string, string>();
  for (const room of ['reference-servers', 'conformance']) {
    const manifest = JSON.parse(
      readFileSync(path.join(WORKSPACE, room, 'package.json'), 'utf8'),
    ) as PackageFile; // our own file
    for (const [name, file] of Object.entries(manifest.bin))
      commands.set(name, path.join(WORKSPACE, room, file));
  }
  return commands;
}

interface PackageFile {
  readonly bin: Readonly<Record<string, string>>;
}
