import { type Finding, type Gate, judge } from './gate.ts';
import { readText } from './source-tree.ts';
import { readPackages } from './versions.ts';

/** Licenses that code distributed under Apache-2.0 may depend on, as packages state them. */
const ALLOWED = new Set([
  '(MIT AND BSD)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
]);

/** Licenses of packages that state theirs in a file only. */
const IN_A_FILE: Readonly<Record<string, string>> = { 'cue-wasm': 'MIT' };

const LOCK_FILE = 'package-lock.json';
const TABLE = 'docs/dependencies.md';

/** An entry of the lock file. */
interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

/** What is distributed has a license that allows it, and each runtime dependency has a reason. */
export const licenses: Gate = {
  name: 'licenses',
  asserts:
    'runtime dependencies have an allowed license, and each direct one is in docs/dependencies.md with its reason',
  fix: 'replace the dependency, or correct its row in docs/dependencies.md; extend ALLOWED only after reading the license',
  async run(root) {
    const { packages }: { packages: Record<string, Locked> } = JSON.parse(readText(root, LOCK_FILE));
    return judge([...judgeLicenses(packages), ...judgeTable(root, packages)]);
  },
};

function judgeLicenses(packages: Readonly<Record<string, Locked>>): Finding[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    const isOurs = !path.includes('node_modules/') || locked.link === true;
    if (isOurs || locked.dev === true || locked.devOptional === true) return [];
    const license = licenseOf(path, locked);
    if (license !== undefined && ALLOWED.has(license)) return [];
    const problem = license === undefined ? 'states no license' : `has the license ${license}`;
    return [{ where: LOCK_FILE, message: `${nameOf(path)} ${problem}` }];
  });
}

function licenseOf(path: string, { license }: Locked): string | undefined {
  return license ?? IN_A_FILE[nameOf(path)];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Compares the rows of the table with the dependencies of the packages. */
function judgeTable(root: string, packages: Readonly<Record<string, Locked>>): Finding[] {
  const wanted = new Map(
    [...directDependencies(root)].map(([name, users]) => [
      name,
      `${users.join(', ')} | ${licenseOf(`node_modules/${name}`, packages[`node_modules/${name}`] ?? {}) ?? 'none'}`,
    ]),
  );
  const findings: Finding[] = [];
  for (const [index, line] of readText(root, TABLE).split('\n').entries()) {
    const [, name, users, license, reason] = /^\| `([^`]+)` \| (.*?) \| (.*?) \| (.*?) \|$/.exec(line) ?? [];
    if (name === undefined) continue;
    const where = `${TABLE}:${index + 1}`;
    const expected = wanted.get(name);
    wanted.delete(name);
    if (expected === undefined)
      findings.push({ where, message: `${name} is no runtime dependency of any package` });
    else if (expected !== `${users} | ${license}`)
      findings.push({ where, message: `${name} is used by, and has the license: ${expected}` });
    if (reason === '') findings.push({ where, message: `${name} has no reason` });
  }
  for (const [name, expected] of wanted)
    findings.push({ where: TABLE, message: `no row for \`${name}\` | ${expected}` });
  return findings;
}

/** Runtime dependencies on packages of others, with the folders of the packages that declare them. */
function directDependencies(root: string): Map<string, string[]> {
  const all = readPackages(root).slice(1);
  const ours = new Set(all.map(({ json }) => json.name));
  const users = new Map<string, string[]>();
  for (const { folder, json } of all) {
    for (const name of Object.keys({ ...json.dependencies, ...json.peerDependencies })) {
      if (!ours.has(name)) users.set(name, [...(users.get(name) ?? []), folder]);
    }
  }
  return users;
}
