import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { runCommand, tool } from '../check/command.ts';
import { removeCopies, temporaryFolder } from '../generate/copy-of-specs.ts';
import { oneIn } from '../test-cases.js';
import { compareSpecs } from './compare-specs.ts';
import { readSpecsTree } from './specs-tree.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TECH_ADAPTER = 'specs/extension-points/tech-adapter.yaml';
const RELEASES = 'specs/releases.yaml';
afterEach(removeCopies);

/** Enough contracts to have shared and separate parts, and few enough to be read quickly. */
const KEPT = ['tech-adapter', 'remote-request-hook', 'llm-engine'];

function smallSpecs(): string {
  const root = temporaryFolder();
  cpSync(join(ROOT, 'specs'), join(root, 'specs'), { recursive: true });
  rmSync(join(root, 'specs/platform'), { recursive: true, force: true });
  const area = join(root, 'specs/extension-points/openapi.yaml');
  const isKept = (line: string) =>
    !/^ {2}- .*\.yaml$/.test(line) || KEPT.some((id) => line.endsWith(` ${id}.yaml`));
  writeFileSync(area, readFileSync(area, 'utf8').split('\n').filter(isKept).join('\n'));
  return root;
}

/** Runs the command as a user does. */
function diffSpecs(root: string, ...args: string[]) {
  return runCommand(ROOT, tool('tsx'), ['scripts/diff-specs.ts', '--root', root, ...args]);
}

async function repository(): Promise<string> {
  const root = smallSpecs();
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '-q'],
    ['add', 'specs'],
    [...identity, 'commit', '-q', '-m', 'base'],
  ]) {
    const { code, output } = await runCommand(root, 'git', args);
    expect(code, output).toBe(0);
  }
  return root;
}

/** Changes a file and returns the line of the new text. */
function edit(root: string, path: string, from: string, to: string): number {
  const file = join(root, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  return text.slice(0, text.indexOf(from)).split('\n').length;
}

describe('npm run diff:specs', () => {
  test('rejects a breaking change since a revision, names its place, and accepts it with a new major version', async () => {
    const root = await repository();
    const line = edit(
      root,
      TECH_ADAPTER,
      'required: [descriptorKind, descriptor]',
      'required: [descriptorKind, descriptor, removeData]',
    );
    const refused = await diffSpecs(root, 'HEAD');
    expect(refused.code, refused.output).toBe(1);
    expect(refused.stdout).toMatch(
      /^tech-adapter 2\.6\.3: 1 change, 1 breaking without a new major version$/m,
    );
    expect(refused.stdout).toContain(`-             BREAKING  ${TECH_ADAPTER}:${line}:`);
    expect(refused.stdout).toContain(
      '`removeData` became required (member-became-required: producers may leave it out)',
    );
    expect(refused.stdout).toContain('[Redocly: required-properties-added (major)]');

    edit(root, TECH_ADAPTER, 'version: 2.6.3', 'version: 3.0.0');
    const allowed = await diffSpecs(root, 'HEAD', '--json');
    expect(allowed.code, allowed.output).toBe(0);
    expect(JSON.parse(allowed.stdout)).toMatchObject({
      refused: 0,
      contracts: [{ id: 'tech-adapter', major: 'info.version: 2.6.3 to 3.0.0', refused: 0 }],
    });
  });

  test('reports when nothing differs, and exits with 0', async () => {
    const root = await repository();
    expect(await diffSpecs(root, 'HEAD')).toMatchObject({
      code: 0,
      stdout: 'No contract differs between HEAD and the working tree.\n',
    });
  });

  const wrong: readonly (readonly [args: readonly string[], message: string])[] = [
    [['no-such-revision'], "'no-such-revision' is neither a git revision nor a folder that holds specs/"],
    [[], 'which revision is the base?'],
    [['HEAD', '--jason'], "Unknown option '--jason'"],
    [['HEAD', '--json', '--markdown'], '--json and --markdown exclude each other'],
  ];

  test.each(oneIn(2, wrong))('ends with code 2 when it is called as %j', async (args, message) => {
    const { code, output } = await diffSpecs(await repository(), ...args);
    expect(code).toBe(2);
    expect(output).toContain(message);
    expect(output).toContain('Usage: npm run diff:specs -- BASE [flags]');
  });

  test('ends with code 2 when the revision has no specs/', async () => {
    const root = await repository();
    await runCommand(root, 'git', ['mv', 'specs', 'contracts']);
    await runCommand(root, 'git', [
      '-c',
      'user.name=T',
      '-c',
      'user.email=t@localhost',
      'commit',
      '-q',
      '-m',
      'moved',
    ]);
    const { code, output } = await diffSpecs(root, 'HEAD');
    expect(code).toBe(2);
    expect(output).toContain('specs/ does not exist at HEAD');
  });
});

describe('the comparison of two revisions of specs/', () => {
  function copies() {
    return { base: smallSpecs(), head: smallSpecs() };
  }
  const compareFolders = (base: string, head: string) =>
    compareSpecs(readSpecsTree(base, 'base'), readSpecsTree(head, 'head'));

  test('accepts a breaking change when releases.yaml lists the contract, or the product, with a new major version', async () => {
    const { base, head } = copies();
    edit(head, TECH_ADAPTER, 'maxLength: 4194304', 'maxLength: 1024');
    const before = await compareFolders(base, head);
    expect(before.find(({ id }) => id === 'tech-adapter')).toMatchObject({ refused: 1, major: undefined });
    const file = join(head, RELEASES);
    const releases = readFileSync(file, 'utf8').trimEnd();
    for (const release of [
      'v2.4.0\n    contracts:\n      tech-adapter: 3.0.0',
      'v3.0.0\n    contracts:\n      tech-adapter: 2.6.3',
    ]) {
      writeFileSync(file, `${releases}\n  - version: ${release}\n`);
      const after = await compareFolders(base, head);
      expect(after.find(({ id }) => id === 'tech-adapter')).toMatchObject({
        refused: 0,
        major: expect.stringMatching(/ to v?3\.0\.0$/),
      });
    }
  });

  test('rejects a breaking change with a minor version', async () => {
    const { base, head } = copies();
    edit(head, TECH_ADAPTER, 'maxLength: 4194304', 'maxLength: 1024');
    edit(head, TECH_ADAPTER, 'version: 2.6.3', 'version: 2.7.0');
    expect(await compareFolders(base, head)).toMatchObject([
      { id: 'tech-adapter', refused: 1, headVersion: '2.7.0' },
    ]);
  });

  test('reports a change of a shared schema for every contract that refers to it, with the file that contains it', async () => {
    const { base, head } = copies();
    const line = edit(head, 'specs/shared/states.yaml', 'enum: [WAITING, OK, KO]', 'enum: [WAITING, OK]');
    const reports = await compareFolders(base, head);
    expect(reports.length).toBeGreaterThan(0);
    for (const { changes } of reports) {
      expect(changes[0]).toMatchObject({
        file: 'specs/shared/states.yaml',
        line,
        kind: 'value-removed',
        side: 'base',
      });
    }
  });

  test('reports an error with another wire text at the catalog', async () => {
    const { base, head } = copies();
    const entry = /^ {4}TERMINATION_UNSUPPORTED:[\s\S]*?wire: (\S+)/m.exec(
      readFileSync(join(head, 'specs/shared/errors.yaml'), 'utf8'),
    );
    edit(
      head,
      'specs/shared/errors.yaml',
      String(entry?.[0]),
      String(entry?.[0]).replace(/wire: \S+/, 'wire: /elsewhere'),
    );
    const [report] = await compareFolders(base, head);
    expect(report?.changes[0]).toMatchObject({
      kind: 'error-changed',
      file: 'specs/shared/errors.yaml',
      callers: 'breaking',
    });
  });

  test('reports added and removed contracts', async () => {
    const { base, head } = copies();
    edit(head, 'specs/extension-points/openapi.yaml', '  - llm-engine.yaml\n', '');
    expect(await compareFolders(base, head)).toMatchObject([
      { id: 'llm-engine', refused: 1, changes: [{ kind: 'contract-removed' }] },
    ]);
    expect(await compareFolders(head, base)).toMatchObject([
      { id: 'llm-engine', refused: 0, changes: [{ kind: 'contract-added' }] },
    ]);
  });

  test('names the place when the specs cannot be read', () => {
    const { head } = copies();
    edit(head, TECH_ADAPTER, 'paths:\n', 'paths: {\n');
    expect(() => readSpecsTree(head, 'here')).toThrow(
      /^specs\/ of here cannot be read:\n(.*\n)*specs\/extension-points\/tech-adapter\.yaml:\d+:\d+/,
    );
  });
});
