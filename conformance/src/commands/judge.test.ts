import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { startCommand } from '../../mutants/command.ts';
import type { Report } from '../suite/report.ts';
import { collect, renderConfig } from './init.ts';
import { watchPaths } from './watch.ts';

const ROOM = resolve(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-judge-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the command, interrupted', () => {
  it('removes what it created, writes a partial report, and exits with 2', async () => {
    const removed: string[] = [];
    let polled: (() => void) | undefined;
    const begun = new Promise<void>((done) => {
      polled = done;
    });
    const adapter = await startAdapter({
      work: 1_500,
      answer: (reply, { operation }) => {
        // Only a run that has read the token of its task asks about it.
        if (operation === 'getStatus' && reply.status === 200) polled?.();
        if (operation === 'unprovision' && reply.status === 202) removed.push(String(reply.body));
        return reply;
      },
    });
    const args = ['tech-adapter', '--url', adapter.url.href, '--report', folder];
    const child = spawn(process.execPath, [join(ROOM, 'bin/tessera-conformance.js'), ...args], {
      cwd: ROOM,
      stdio: 'ignore',
    });
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
  });
});

describe('watching', () => {
  it('notices a file that is written', async () => {
    const input = new PassThrough();
    const watched = watchPaths({ paths: [folder], except: () => join(folder, 'reports'), input });
    const change = watched.next();
    for (const text of ['one', 'two', 'three']) writeFileSync(join(folder, 'adapter.py'), text);
    expect(await change).toBe('changed');
    watched.close();
  });

  it('notices a key', async () => {
    const input = new PassThrough();
    const quiet = join(folder, 'quiet');
    mkdirSync(quiet);
    const watched = watchPaths({ paths: [quiet], except: () => join(folder, 'reports'), input });
    const key = watched.next();
    input.write('\n');
    expect(await key).toBe('changed');
    const end = watched.next();
    input.write('q\n');
    expect(await end).toBe('ended');
    watched.close();
  });

  it('does not treat its report as a change', async () => {
    const input = new PassThrough();
    const except = join(folder, 'reports');
    const watched = watchPaths({ paths: [folder], except: () => except, input });
    const next = watched.next();
    mkdirSync(except);
    writeFileSync(join(except, 'tech-adapter.json'), '{}');
    // Longer than the watcher needs to notice a change.
    await new Promise((done) => setTimeout(done, 600));
    input.write('q\n');
    expect(await next).toBe('ended');
    watched.close();
  });

  it('ends on request, even if a file changes afterwards', async () => {
    const input = new PassThrough();
    const watched = watchPaths({ paths: [folder], except: () => join(folder, 'reports'), input });
    input.write('q\n');
    await new Promise((done) => setTimeout(done, 20));
    input.write('\n');
    await new Promise((done) => setTimeout(done, 20));
    expect(await watched.next()).toBe('ended');
    watched.close();
  });

  it('of a missing path, or the path of the report, is rejected', () => {
    const input = new PassThrough();
    const nowhere = { paths: [join(folder, 'nowhere')], except: () => 'reports', input };
    expect(() => watchPaths(nowhere)).toThrow('--watch');
    expect(() => watchPaths({ paths: [folder], except: () => folder, input })).toThrow('see --report');
  });

  it('reads every file again, and continues when one is invalid', async () => {
    const adapter = await startAdapter({ work: 20 });
    const waivers = join(folder, 'waivers.yaml');
    const reports = join(folder, 'watched');
    const entry = (id: string): string =>
      `waivers:\n  - { id: ${id}, reason: known, owner: us, expires: '2999-12-31' }\n`;
    writeFileSync(waivers, entry('TA-11'));
    const flags = ['--url', adapter.url.href, '--only', 'TA-11', '--waivers', waivers, '--report', reports];
    const { said, ended } = startCommand('tech-adapter', ...flags, '--watch', waivers);
    const saying = async (text: string): Promise<void> =>
      vi.waitFor(() => expect(said.join('\n')).toContain(text), { timeout: 600_000 });
    await saying('watching');
    writeFileSync(waivers, 'waivers: none');
    await saying("contains no list 'waivers'");
    writeFileSync(waivers, entry('TA-99'));
    await saying('stale waiver: TA-99');
    process.stdin.emit('data', 'q\n');
    expect(await ended).toBe(7);
    await adapter.close();
  });
});

describe('init', () => {
  it('asks for values without a flag, and uses the default for an empty answer', async () => {
    const asked: string[] = [];
    const answers = await collect({ 'contract-version': '2.2.0' }, async (question, fallback) => {
      asked.push(question);
      if (question.startsWith('Descriptor')) return 'own.yaml';
      return question.startsWith('Only read') ? 'yes' : fallback;
    });
    expect(answers).toEqual({
      contract: 'tech-adapter',
      url: 'http://localhost:8080/tech-adapter',
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

  it('rejects an invalid contract version', async () => {
    const values = { url: 'http://x', 'contract-version': 'two' };
    await expect(collect(values, undefined)).rejects.toThrow("such as 2.2.0, not 'two'");
  });

  it('rejects an unknown contract, and names the nearest', async () => {
    await expect(collect({ contract: 'tech-adaptor', url: 'http://x' }, undefined)).rejects.toThrow(
      'did you mean tech-adapter?',
    );
  });
});
