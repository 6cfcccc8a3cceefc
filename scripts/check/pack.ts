import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { SCOPE } from '../scope.ts';
import { failureOf, runCommand, tool } from './command.ts';
import { entryPoints } from './entry-points.ts';
import { type Finding, type Gate, judge, skip } from './gate.ts';
import { type PackageJson, readPackages } from './versions.ts';

/** One workspace that people can install. */
interface Publishable {
  folder: string;
  json: PackageJson & { name: string };
}

/** Everything in a package's `exports` is in its tarball, has types, and loads in plain Node. */
export const pack: Gate = {
  name: 'pack',
  asserts: 'every published package passes publint and attw, loads from its tarball, and its commands start',
  fix: 'npm run build, then mend exports and files in the package.json that is named',
  reads: [''],
  after: 'types',
  async run(root) {
    // What a package bundles may be older than what the compiler has just written.
    const built = await runCommand(root, 'npm', ['run', '--silent', '--if-present', 'prepare']);
    if (built.code !== 0) return judge(failureOf(built));
    const { ready, notes } = publishable(root);
    if (ready.length === 0) return skip(notes.join('; ') || 'no package to publish');
    const scratch = mkdtempSync(join(tmpdir(), 'tessera-pack-'));
    try {
      const findings: Finding[] = [];
      for (const one of ready) findings.push(...(await judgePackage(root, one, scratch)));
      if (findings.length === 0) findings.push(...(await loadAll(root, ready, scratch)));
      return judge(findings, notes);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

function publishable(root: string): { ready: Publishable[]; notes: string[] } {
  const ready: Publishable[] = [];
  const notes: string[] = [];
  for (const { folder, json } of readPackages(root)) {
    const { name } = json;
    if (folder === '.' || json.private === true || name === undefined) continue;
    if (json.exports === undefined) notes.push(`${name} is skipped: it has no exports yet`);
    else ready.push({ folder, json: { ...json, name } });
  }
  return { ready, notes };
}

async function judgePackage(
  root: string,
  { folder, json }: Publishable,
  scratch: string,
): Promise<Finding[]> {
  const where = `${folder}/package.json`;
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch];
  const packed = await runCommand(join(root, folder), 'npm', args);
  if (packed.code !== 0) return failureOf(packed, where);
  const [summary]: { filename: string; files: { path: string }[] }[] = JSON.parse(packed.stdout);
  if (summary === undefined) return [{ where, message: 'npm pack made no tarball' }];
  const tarball = join(scratch, summary.filename);

  const findings: Finding[] = summary.files
    .filter(({ path }) => /\.test(-d)?\.|\.tsbuildinfo$/.test(path))
    .map(({ path }) => ({ where, message: `would publish ${path}` }));
  const home = join(scratch, 'consumer/node_modules', json.name);
  mkdirSync(home, { recursive: true });
  const unpacked = await runCommand(root, 'tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  if (unpacked.code !== 0) findings.push(...failureOf(unpacked, where));
  const { messages, pkg } = await publint({ pkgDir: home, pack: false, strict: true });
  for (const message of messages.filter(({ type }) => type !== 'suggestion')) {
    findings.push({ where, message: formatMessage(message, pkg, { color: false }) ?? message.code });
  }
  const attwArgs = [tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji', '--no-color'];
  const attw = await runCommand(root, tool('attw'), attwArgs);
  if (attw.code !== 0) findings.push(...failureOf(attw, where));
  return findings;
}

/**
 * Imports every entry point, and asks every command for help, in a project that holds only the tarballs and their
 * dependencies.
 */
async function loadAll(root: string, ready: readonly Publishable[], scratch: string): Promise<Finding[]> {
  const consumer = join(scratch, 'consumer');
  // Users of the entry point with the peer dependency have installed it.
  for (const { folder, json } of ready) {
    for (const name of Object.keys({ ...json.dependencies, ...json.peerDependencies }))
      linkDependency(root, folder, consumer, name);
  }
  const findings: Finding[] = [];
  for (const { folder, json } of ready) {
    const doors = entryPoints(json, join(consumer, 'node_modules', json.name)).flatMap(({ name, hasCode }) =>
      hasCode ? [name] : [],
    );
    const source = doors.map((door) => `await import(${JSON.stringify(door)});`).join('\n');
    const loaded = await runCommand(consumer, process.execPath, ['--input-type=module', '-e', source]);
    if (loaded.code !== 0) findings.push(...failureOf(loaded, `${folder}/package.json`));
    for (const file of Object.values(json.bin ?? {})) {
      const command = join(consumer, 'node_modules', json.name, file);
      const help = await runCommand(consumer, process.execPath, [command, '--help']);
      if (help.code !== 0) findings.push(...failureOf(help, `${folder}/${file}`));
    }
  }
  return findings;
}

function linkDependency(root: string, folder: string, consumer: string, name: string): void {
  const link = join(consumer, 'node_modules', name);
  if (existsSync(link)) return;
  // npm installs a version beside the room when the root has another one.
  const own = join(root, folder, 'node_modules', name);
  const source = existsSync(own) ? own : join(root, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  // A link outside the repository would resolve to the sources of an unpublished room: copy those.
  if (name.startsWith(`${SCOPE}/`)) cpSync(source, link, { recursive: true, dereference: true });
  else symlinkSync(source, link);
}
