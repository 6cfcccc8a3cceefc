import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startAdapter } from '../mutants/adapter.ts';
import type { Adapter } from '../mutants/server.ts';
import { at, listOf } from '../src/suite/json.ts';

const ROOM = resolve(import.meta.dirname, '..');
let folder: string;
let adapter: Adapter;
let wrong: Adapter;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-ci-'));
  adapter = await startAdapter();
  wrong = await startAdapter({ finish: (end) => ('updates' in end ? { status: 'COMPLETED' } : end) });
  // Replaces npx, which runs the installed package.
  writeFileSync(
    join(folder, 'npx'),
    `#!/bin/sh\n[ "$1 $2" = "--no tessera-conformance" ] || exit 90\nshift 2\ncd '${ROOM}' && exec '${process.execPath}' bin/tessera-conformance.js "$@"\n`,
  );
  chmodSync(join(folder, 'npx'), 0o755);
});
afterAll(async () => {
  await Promise.all([adapter.close(), wrong.close()]);
  rmSync(folder, { recursive: true });
});

function run(script: string, variables: Readonly<Record<string, string>>): Promise<number> {
  const env = { ...process.env, ...variables, PATH: `${folder}${delimiter}${process.env['PATH']}` };
  return new Promise((done) => {
    const child = execFile('bash', ['-e', '-c', script], { cwd: folder, env }, () =>
      done(child.exitCode ?? -1),
    );
  });
}

const pipeline = (name: string): unknown => parse(readFileSync(join(ROOM, 'ci', name), 'utf8'));

describe('the action', () => {
  const script = String(at(pipeline('action.yml'), 'runs', 'steps', 0, 'run'));
  const variables = (url: URL, report: string) => ({
    CONTRACT: 'tech-adapter',
    TARGET: url.href,
    CONFIG: '',
    ARGUMENTS: '--seed 3 --read-only --promptness 600000',
    SUITE: String(at(pipeline('action.yml'), 'inputs', 'suite', 'default')),
    REPORT: join(folder, report),
    GITHUB_STEP_SUMMARY: join(folder, `${report}.summary.md`),
  });

  it('runs the suite, writes all reports and a summary', async () => {
    expect(await run(script, variables(adapter.url, 'good'))).toBe(0);
    expect(readdirSync(join(folder, 'good')).sort()).toEqual(
      ['.html', '.json', '.junit.xml', '.md', '.sarif', '.svg'].map((suffix) => `tech-adapter${suffix}`),
    );
    expect(readFileSync(join(folder, 'good.summary.md'), 'utf8')).toContain('tech-adapter');
  });

  it('returns the exit code of the suite, and writes a summary on failure, too', async () => {
    expect(await run(script, { ...variables(wrong.url, 'bad'), ARGUMENTS: '--only TA-37' })).toBe(1);
    expect(readFileSync(join(folder, 'bad.summary.md'), 'utf8')).toContain('TA-37');
  });

  it('passes every input to the script', () => {
    const inputs = Object.keys(Object(at(pipeline('action.yml'), 'inputs')));
    const env = JSON.stringify(at(pipeline('action.yml'), 'runs', 'steps', 0, 'env'));
    for (const input of inputs) expect(env).toContain(`inputs.${input} `);
  });
});

describe('the GitLab job', () => {
  it('runs the suite and writes the JUnit report to its configured path', async () => {
    const job = at(pipeline('gitlab-job.yml'), '.conformance');
    const [script] = listOf(at(job, 'script'));
    const local = `${String(script).replace('--report conformance-report', '--report "$FOLDER/conformance-report"')}`;
    const code = await run(local, {
      CONTRACT: 'tech-adapter',
      TARGET: adapter.url.href,
      SUITE: String(at(job, 'variables', 'SUITE')),
      ARGUMENTS: '--read-only --promptness 600000',
      FOLDER: folder,
    });
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'conformance-report'))).toContain('tech-adapter.junit.xml');
    expect(at(job, 'artifacts', 'reports', 'junit')).toBe('conformance-report/*.junit.xml');
  });
});
