import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import type { Report } from '../suite/report.ts';
import { collect, renderConfig } from './init.ts';
import { watchPaths } from './watch.ts';

const ROOM = resolve(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-judge-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the command, told to stop', () => {
  it('removes what it has created, writes what it knows, and ends with 2', async () => {
    const removed: string[] = [];
    let provisioned: (() => void) | undefined;
    const begun = new Promise<void>((done) => {
      provisioned = done;
    });
    const adapter = await startAdapter({
      work: 1_500,
      answer: (reply, { operation }) => {
        if (operation === 'provision' && reply.status === 202) provisioned?.();
        if (operation === 'unprovision' && reply.status === 202) removed.push(String(reply.body));
        return reply;
      },
    });
    const program = join(folder, 'run.ts');
    writeFileSync(
      program,
      `import { main } from '${ROOM}/src/cli.ts';\nmain(process.argv.slice(2)).then((code) => { process.exitCode = code; });\n`,
    );
    const args = ['tech-adapter', '--url', adapter.url.href, '--report', folder];
    const child = spawn(
      process.execPath,
      ['--conditions=tessera-source', '--import', 'tsx', program, ...args],
      {
        cwd: ROOM,
        stdio: 'ignore',
      },
    );
    const ended = new Promise<number | null>((done) => child.on('exit', done));
    await begun;
    child.kill('SIGINT');
    expect(await ended).toBe(2);
    await adapter.close();
    const report: Report = JSON.parse(readFileSync(join(folder, 'tech-adapter.json'), 'utf8'));
    expect({ interrupted: report.run.interrupted, verdict: report.verdict }).toEqual({
      interrupted: true,
      verdict: 'partial',
    });
    expect(removed.length).toBeGreaterThan(0);
  }, 60_000);
});

describe('watching', () => {
  it('notices a file that is written, however often at once, and a key', async () => {
    const input = new PassThrough();
    const watched = watchPaths([folder], input);
    const change = watched.next();
    for (const text of ['one', 'two', 'three']) writeFileSync(join(folder, 'adapter.py'), text);
    expect(await change).toBe('changed');
    const key = watched.next();
    input.write('\n');
    expect(await key).toBe('changed');
    const end = watched.next();
    input.write('q\n');
    expect(await end).toBe('ended');
    watched.close();
  });

  it('of a path that is not there is refused', () => {
    expect(() => watchPaths([join(folder, 'nowhere')], new PassThrough())).toThrow('--watch');
  });
});

describe('init', () => {
  it('asks for what no flag says, and takes an empty answer for what it offers', async () => {
    const asked: string[] = [];
    const answers = await collect({ 'contract-version': '2.2.0' }, async (question, fallback) => {
      asked.push(question);
      if (question.startsWith('Descriptor')) return 'own.yaml';
      return question.startsWith('Only read') ? 'yes' : fallback;
    });
    expect(answers).toEqual({
      contract: 'tech-adapter',
      url: 'http://localhost:8080',
      descriptor: 'own.yaml',
      contractVersion: '2.2.0',
      readOnly: true,
    });
    expect(asked).toHaveLength(4);
    const text = renderConfig(answers, process.cwd());
    for (const line of [
      'descriptor: own.yaml',
      'contract-version: 2.2.0',
      'read-only: true',
      'config.schema.json',
    ])
      expect(text).toContain(line);
  });

  it('refuses a generation that is none', async () => {
    const values = { url: 'http://x', 'contract-version': 'two' };
    await expect(collect(values, undefined)).rejects.toThrow("such as 2.2.0, not 'two'");
  });

  it('refuses a contract that nobody knows, and names the nearest', async () => {
    await expect(collect({ contract: 'tech-adaptor', url: 'http://x' }, undefined)).rejects.toThrow(
      'did you mean tech-adapter?',
    );
  });
});
