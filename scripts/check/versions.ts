import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './gate.ts';
import { type Gate, judge } from './gate.ts';
import { readText } from './source-tree.ts';

/** Also of a package under another name: `npm:typescript@7.0.2`. */
const EXACT = /^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const;

/** The fields of a package.json that gates read. */
export interface PackageJson {
  name?: string;
  version?: string;
  private?: boolean;
  workspaces?: string[];
  scripts?: Record<string, string>;
  exports?: string | Record<string, string | Record<string, unknown>>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  overrides?: Record<string, string>;
}

/** Each dependency has one exact version. */
export const versions: Gate = {
  name: 'versions',
  asserts: 'a dependency has the same, exact version in every workspace',
  fix: 'pin the version that the other workspaces use, then npm install',
  async run(root) {
    const packages = readPackages(root);
    const local = new Map(packages.map(({ json }) => [json.name, json.version]));
    const first = new Map<string, { version: string; where: string }>();
    const findings: Finding[] = [];
    for (const { where, json } of packages) {
      for (const [name, version] of FIELDS.flatMap((field) => Object.entries(json[field] ?? {}))) {
        const known = first.get(name);
        if (known === undefined) first.set(name, { version, where });
        else if (known.version !== version) {
          findings.push({
            where,
            message: `${name} is ${version} here and ${known.version} in ${known.where}`,
          });
        }
        if (!EXACT.test(version)) findings.push({ where, message: `${name} is not pinned: ${version}` });
        if (local.has(name) && local.get(name) !== version) {
          findings.push({
            where,
            message: `${name} is ${version} here but its own version is ${local.get(name)}`,
          });
        }
      }
    }
    return judge(findings);
  },
};

/** The root package and its workspaces, in the order of the `workspaces` field. */
export function readPackages(root: string): { folder: string; where: string; json: PackageJson }[] {
  const top: PackageJson = JSON.parse(readText(root, 'package.json'));
  const folders = (top.workspaces ?? []).filter((folder) => existsSync(join(root, folder, 'package.json')));
  return [
    { folder: '.', where: 'package.json', json: top },
    ...folders.map((folder) => {
      const where = `${folder}/package.json`;
      const json: PackageJson = JSON.parse(readText(root, where));
      return { folder, where, json };
    }),
  ];
}
