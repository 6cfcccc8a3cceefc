import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdapter } from '../mutants/adapter.ts';
import { runCommand as run } from '../mutants/command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-bad-input-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const NOBODY = 'http://127.0.0.1:1';
const REPORT = { format: 'tessera-conformance-report', formatVersion: 1 };
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describe('what makes no sense', () => {
  it.each([
    {
      name: 'a contract by the name of a member of every object',
      argv: () => ['constructor', '--url', NOBODY],
      says: "no contract 'constructor'",
    },
    {
      name: 'the checks of such a contract',
      argv: () => ['toString', '--list'],
      says: "no contract 'toString'",
    },
    {
      name: 'an operation of such a name',
      argv: () => ['integrator', '--listen', '1', '--answer', 'constructor=409'],
      says: 'no operation constructor',
    },
    {
      name: 'an answer that another follows',
      argv: () => ['integrator', '--listen', '1', '--answer', 'updateHook=150'],
      says: 'from 200 to 599',
    },
    {
      name: 'a report that lacks everything',
      argv: () => ['verify', file('empty.json', JSON.stringify(REPORT))],
      says: 'the report must have required property',
    },
    {
      name: 'a report with a list that is none',
      argv: () => {
        const path = file('list.json', JSON.stringify({ ...REPORT, checks: 'all' }));
        return ['compare', path, path];
      },
      says: 'is no whole report',
    },
    {
      name: 'a recording of another age',
      argv: () => {
        const request = { method: 'GET', url: 'http://a.example.com/v1/provision/t/status' };
        const path = file('age.ndjson', JSON.stringify({ request, startedAt: 1e300 }));
        return ['tech-adapter', '--recording', path, '--report', join(folder, 'age')];
      },
      says: 'line 1: began at 1e+300, which is no time',
    },
  ])('such as $name is refused in one line', async ({ argv, says }) => {
    const { code, said } = await run(...argv());
    expect(code).toBe(5);
    expect(said).toContain(says);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  it('is a file where the report belongs: what was found is told, and no draft stays behind', async () => {
    const adapter = await startAdapter();
    const reports = join(folder, 'taken');
    mkdirSync(join(reports, 'tech-adapter.html'), { recursive: true });
    const { code, said } = await run(
      ...['tech-adapter', '--url', adapter.url.href, '--only', 'TA-11', '--report', reports],
    );
    await adapter.close();
    expect(code).toBe(5);
    expect(said).toContain('1 pass');
    expect(said).toContain(`--report ${reports}: the report cannot be written (`);
    expect(said).not.toContain('at Object');
    expect(readdirSync(reports).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('a recording', () => {
  it('may begin with a byte order mark', async () => {
    const request = { method: 'GET', url: 'http://a.example.com/v1/provision/t/status', headers: [] };
    const response = { status: 200, headers: [], content: { text: '{}' } };
    const har = { log: { entries: [{ startedDateTime: '2026-11-20T10:00:00Z', request, response }] } };
    const { code, said } = await run(
      ...['tech-adapter', '--recording', file('marked.har', `\uFEFF${JSON.stringify(har)}`)],
      ...['--report', join(folder, 'marked')],
    );
    expect(said).toContain('1 of 1 recorded requests');
    expect(code).toBe(1);
  });
});
