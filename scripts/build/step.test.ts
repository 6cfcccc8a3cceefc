import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { performSteps, type Step, type Verdict } from './step.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tessera-build-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'src'));
  write('src/a.txt', 'one');
});

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

/** A step that runs a script. */
function step(name: string, script: string, more: Partial<Step> = {}): Step {
  const commands = [[process.execPath, '-e', script]] as const;
  return { name, reads: ['src'], writes: [`dist-${name}`], commands, ...more };
}

const COPY = step('copy', "fs.cpSync('src', 'dist-copy', { recursive: true })");

async function build(...steps: readonly Step[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  await performSteps(root, steps, { onEnd: (_step, verdict) => verdicts.push(verdict) });
  return verdicts;
}

test('a second build finds everything fresh', async () => {
  expect(await build(COPY)).toEqual(['ready']);
  expect(await build(COPY)).toEqual(['fresh']);
});

test.each([
  ['a source changes', () => write('src/a.txt', 'other')],
  ['a source is added', () => write('src/b.txt', 'two')],
  ['a source is removed', () => rmSync(join(root, 'src/a.txt'))],
  ['what it wrote is removed', () => rmSync(join(root, 'dist-copy'), { recursive: true })],
  ['packages are installed', () => rmSync(join(root, 'node_modules'), { recursive: true })],
])('a step runs again when %s', async (_what, change) => {
  await build(COPY);
  change();
  expect(await build(COPY)).toEqual(['ready']);
});

test('files that are written anew with the same content make nothing stale', async () => {
  await build(COPY);
  for (const file of ['src/a.txt', 'dist-copy/a.txt']) utimesSync(join(root, file), 1, 1);
  expect(await build(COPY)).toEqual(['fresh']);
  write('dist-copy/a.txt', 'two');
  expect(await build(COPY)).toEqual(['ready']);
});

test('a step runs again when an environment variable of it changes', async () => {
  const named = step('named', '', { variables: 'TESSERA_STEP_' });
  onTestFinished(() => void vi.unstubAllEnvs());
  await build(named);
  vi.stubEnv('TESSERA_STEP_URL', 'https://example.com');
  expect(await build(named)).toEqual(['ready']);
  expect(await build(named)).toEqual(['fresh']);
});

test('steps that write into one folder do not make each other stale', async () => {
  const first = step('first', "fs.mkdirSync('out', { recursive: true })", { writes: ['out'] });
  const second = step('second', "fs.writeFileSync('out/b', 'b')", { writes: ['out/b'] });
  expect(await build(first, second)).toEqual(['ready', 'ready']);
  expect(await build(first, second)).toEqual(['fresh', 'fresh']);
});

test('a source that changes while a step runs makes it stale', async () => {
  const slow = step('slow', "fs.writeFileSync('src/a.txt', 'while it runs')");
  await build(slow);
  expect(await build(slow)).toEqual(['ready']);
});

test('a step that fails stops the build, says why, and runs again', async () => {
  const broken = step('broken', "console.error('no such type'); process.exit(1)");
  const verdicts: Verdict[] = [];
  const onEnd = (_step: Step, verdict: Verdict) => verdicts.push(verdict);
  const failure = await performSteps(root, [broken, COPY], { onEnd });
  expect(failure).toMatchObject({
    step: { name: 'broken' },
    output: expect.stringContaining('no such type'),
  });
  expect(verdicts).toEqual(['failed']);
  expect(await build({ ...broken, commands: COPY.commands }, COPY)).toEqual(['ready', 'ready']);
});

test('a step with a check runs only when the check fails', async () => {
  const checked = step('checked', "fs.writeFileSync('ran', '')", { check: [process.execPath, '-e', ''] });
  expect(await build(checked)).toEqual(['fresh']);
  expect(() => readFileSync(join(root, 'ran'))).toThrow();
});
