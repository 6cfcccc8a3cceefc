import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OBSERVED_PATHS } from '@tessera/reference-servers/harness';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { runCommand } from '../testing/run-command.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(import.meta.dirname, '../deploy');
const UNIT = 'tessera-platform@.service';

const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** A parsed file; tests read it without type checks. */
type File = ReturnType<typeof JSON.parse>;

const compose: File = parse(read('compose.yaml'), { merge: true });
const objects: readonly File[] = parseAllDocuments(read('kubernetes.yaml')).map((document) =>
  document.toJS(),
);

/** Variables that the command of the platform reads. */
async function readVariables(): Promise<Set<string>> {
  const { output } = await runCommand('run', '--help', '--json');
  const known = [...output.matchAll(/"variable": "(\w+)"/g)].map(([, name = '']) => name);
  expect(known).toContain('DATABASE_URL');
  return new Set([...known, 'TESSERA_SECRET_KEY', 'NODE_ENV']);
}

describe('the files for a deployment', () => {
  it('set only variables that the platform reads', async () => {
    const variables = await readVariables();
    const set = [
      ...Object.keys(compose.services['platform-1'].environment),
      ...Object.keys(compose.services['platform-2'].environment),
      ...Object.keys(compose.services.adapter.environment),
      ...objects.flatMap(({ spec }) =>
        (spec.template?.spec.containers ?? []).flatMap(({ env }: File) => env.map(({ name }: File) => name)),
      ),
      ...[...read(UNIT).matchAll(/^Environment=(.*)$/gm)].flatMap(([, all = '']) =>
        all.split(' ').map((one) => one.split('=')[0]),
      ),
      ...[...read('Containerfile').matchAll(/TESSERA_\w+/g)].map(([name]) => name),
    ];
    expect(set.filter((name) => !variables.has(name))).toEqual([]);
  });

  it('start commands that the packages have', () => {
    const commands = [
      ...Object.values<File>(compose.services).flatMap(({ command }) => command?.[0] ?? []),
      ...objects.flatMap(({ spec }) =>
        (spec.template?.spec.containers ?? []).map(({ args }: File) => args[0]),
      ),
      ...[...read('Containerfile').matchAll(/^CMD \["(.*)"\]$/gm)].map(([, name]) => name),
    ];
    const packages = ['.', '..'].map((folder) =>
      JSON.parse(readFileSync(join(import.meta.dirname, '..', folder, 'package.json'), 'utf8')),
    );
    const known = packages.flatMap(({ bin }) => Object.keys(bin));
    expect(commands.filter((name) => !known.includes(name))).toEqual([]);
    expect(existsSync(join(ROOT, /bin\/node (\S+)/.exec(read(UNIT))?.[1] ?? 'none'))).toBe(true);
  });

  it('run two processes of the platform on one database, behind probes that exist', () => {
    const [first, second] = ['platform-1', 'platform-2'].map((name) => compose.services[name]);
    expect(first.environment.DATABASE_URL).toBe(second.environment.DATABASE_URL);
    expect(first.healthcheck.test[3]).toContain(`:4400${OBSERVED_PATHS.ready}'`);
    const platform = objects.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'tessera-platform',
    );
    const [container] = platform.spec.template.spec.containers;
    expect(platform.spec.replicas).toBe(2);
    expect(container.readinessProbe.httpGet.path).toBe(OBSERVED_PATHS.ready);
    expect(container.livenessProbe.httpGet.path).toBe(OBSERVED_PATHS.health);
  });

  it('connect services, ports and volumes that are defined', () => {
    const volumes = Object.values<File>(compose.services).flatMap(({ volumes: mounted = [] }) =>
      mounted.map((one: string) => one.split(':')[0]),
    );
    expect(volumes.filter((name) => !(name in compose.volumes))).toEqual([]);
    const needed = Object.values<File>(compose.services).flatMap(({ depends_on: on }) =>
      Object.keys(on ?? {}),
    );
    expect(needed.filter((name) => !(name in compose.services))).toEqual([]);
    for (const { spec } of objects.filter(({ kind }) => kind === 'Service')) {
      const target = objects.find(({ metadata }) => metadata.labels?.app === spec.selector.app);
      const ports = target.spec.template.spec.containers[0].ports.map(({ name }: File) => name);
      expect(ports).toEqual(spec.ports.map(({ targetPort }: File) => targetPort));
      expect(target.spec.template.metadata.labels).toEqual(target.spec.selector.matchLabels);
    }
  });

  it('copy folders into the image that the platform is made of', () => {
    const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const copied = [...read('Containerfile').matchAll(/COPY --from=build \/app\/(\S+)/g)].map(
      ([, folder]) => folder,
    );
    expect(copied.filter((folder) => !existsSync(join(ROOT, folder ?? '')))).toEqual([]);
    expect(workspaces.filter((one: string) => !copied.some((folder) => one.startsWith(`${folder}`)))).toEqual(
      ['site'],
    );
  });

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('pass the check of systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-systemd-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const unit = join(folder, UNIT.replace('@', '@4400'));
    cpSync(join(FOLDER, UNIT), unit);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});
