import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { examineMachine } from './examine-machine.ts';
import { formatNeeds } from './format-needs.ts';
import type { Machine } from './machine.ts';

const VERSIONS: Readonly<Record<string, string>> = {
  git: 'git version 2.39.5',
  psql: 'psql (PostgreSQL) 15.18',
  python3: '3.12.1',
  javac: 'javac 21.0.2',
  mvn: 'Apache Maven 3.9.6 (bc0240f3)',
  podman: 'podman version 4.3.1',
};

/** A machine with everything, except for what a test changes. */
function machine(changed: Partial<Machine> = {}): Machine {
  return {
    node: '22.1.0',
    env: { PATH: '/bin' },
    temporary: '/tmp',
    run: async (program) => VERSIONS[program],
    isExecutable: async (file) => file === '/bin/chromium',
    isFree: async () => true,
    canWrite: async () => true,
    freeBytes: async () => 10_000_000_000,
    ...changed,
  };
}

const missingOn = async (changed: Partial<Machine>) =>
  (await examineMachine(machine(changed)))
    .filter(({ present }) => !present)
    .map(({ name, required, found, fix }) => ({ name, required, found, hasFix: fix !== undefined }));

describe('the doctor', () => {
  it('finds nothing missing on a machine with everything', async () => {
    expect(await missingOn({})).toEqual([]);
    const text = formatNeeds(await examineMachine(machine()), false);
    expect(text).toMatch(/^ok +Docker or Podman +4\.3\.1 +container images of adapters$/m);
    expect(text).toMatch(/\nEverything required is there\.$/);
  });

  it.each<[string, Partial<Machine>, string]>([
    ['an old Node', { node: '20.18.3' }, '20.18.3'],
    ['no folder to write to', { canWrite: async () => false }, '/tmp, not writable'],
    ['a full disk', { freeBytes: async () => 9_000_000 }, '9 MB free'],
  ])('reports %s as missing and required', async (_name, changed, found) => {
    expect(await missingOn(changed)).toEqual([
      { name: expect.any(String), required: true, found, hasFix: true },
    ]);
    expect(formatNeeds(await examineMachine(machine(changed)), false)).toMatch(/^missing [\s\S]*required: /m);
  });

  it('requires none of the programs that a part of the toolkit needs, and says how to get each', async () => {
    const bare = await examineMachine(
      machine({ run: async () => undefined, isExecutable: async () => false, isFree: async () => false }),
    );
    const missing = bare.filter(({ present }) => !present);
    expect(missing).toHaveLength(8);
    expect(missing.filter(({ required, fix }) => required || fix === undefined)).toEqual([]);
    expect(formatNeeds(bare, false)).toMatch(/\nEverything required is there\.$/);
  });

  it.each([
    ['python3', '3.9.2', 'Python 3.11 with venv'],
    ['javac', 'javac 11.0.2', 'Java 17'],
  ])('finds %s too old when it prints %s', async (old, prints, name) => {
    const run: Machine['run'] = async (program) => (program === old ? prints : VERSIONS[program]);
    expect(await missingOn({ run })).toMatchObject([{ name, required: false }]);
  });

  it('names the ports that are in use', async () => {
    expect(await missingOn({ isFree: async (port) => port !== 4400 && port !== 4410 })).toMatchObject([
      { name: 'free ports', found: '4400, 4410 in use' },
    ]);
  });

  it('accepts servers and browsers that variables name, and does not look for others', async () => {
    const env = { PATH: '/bin', TESSERA_CHROMIUM: '/opt/none', DATABASE_URL: 'postgres://localhost/x' };
    const run: Machine['run'] = async (program) => (program === 'psql' ? undefined : VERSIONS[program]);
    expect(await missingOn({ env, run })).toMatchObject([
      { name: 'Chromium', found: '/opt/none (from the environment)' },
    ]);
  });

  it('uses colors only when it may', async () => {
    const needs = await examineMachine(machine());
    expect(formatNeeds(needs, true)).toContain('\u001B[32mok');
    expect(formatNeeds(needs, false)).not.toContain('\u001B');
  });

  it('requires the version of Node that the package requires', async () => {
    const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const [node] = await examineMachine(machine());
    expect(engines).toEqual({ node: `>=${node?.name.replace('Node.js ', '')}` });
  });

  it('looks at the default port of each reference server', async () => {
    const main = fileURLToPath(new URL('../../../../reference-servers/src/main.ts', import.meta.url));
    const words = [
      '--conditions=tessera-source',
      '--import',
      import.meta.resolve('tsx'),
      main,
      '--list',
      '--json',
    ];
    const servers: { port: number }[] = JSON.parse(
      spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout,
    );
    const asked: number[] = [];
    await examineMachine(machine({ isFree: async (port) => asked.push(port) > 0 }));
    expect(servers.length).toBeGreaterThan(0);
    expect(asked).toEqual(expect.arrayContaining(servers.map(({ port }) => port)));
  });
});
