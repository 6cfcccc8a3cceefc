import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPE } from '../scope.ts';
import { type Finding, type Gate, judge } from './gate.ts';
import { listFiles, readText } from './source-tree.ts';
import { readPackages } from './versions.ts';

/** Text files that name packages. npm writes the lock file. */
const READ = /\.(?:md|mdx|[cm]?[jt]sx?|html|sh|ya?ml|json)$|(?:^|\/)readme$/;
const LOCK = 'package-lock.json';

/** All packages are published under one scope, and texts and code name them under it. */
export const scope: Gate = {
  name: 'scope',
  asserts: `every package of the repository is named ${SCOPE}/..., everywhere`,
  fix: 'npm run check -- --only scope --write, then npm run generate and npm install',
  async run(root) {
    const other = otherScopes(root);
    return judge([
      ...misnamed(root),
      ...(other === undefined ? [] : textFiles(root).flatMap(findingsIn(root, other))),
    ]);
  },
  write(root) {
    const other = otherScopes(root);
    if (other === undefined) return;
    for (const path of textFiles(root)) {
      const text = readText(root, path);
      const renamed = text.replaceAll(other, SCOPE);
      if (renamed !== text) writeFileSync(join(root, path), renamed);
    }
  },
};

function textFiles(root: string): string[] {
  return listFiles(root).filter((path) => READ.test(path) && path !== LOCK);
}

/** Packages without a scope have no other one that can be replaced. */
function misnamed(root: string): Finding[] {
  return workspaces(root)
    .filter(({ name }) => !name.includes('/'))
    .map(({ where, name }) => ({ where, message: `the package ${name} has no scope` }));
}

function workspaces(root: string): { where: string; name: string }[] {
  return readPackages(root)
    .filter(({ folder }) => folder !== '.')
    .map(({ where, json }) => ({ where, name: json.name ?? '' }));
}

function findingsIn(root: string, other: RegExp): (path: string) => Finding[] {
  return (path) =>
    readText(root, path)
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(other)].map(([found]) => ({
          where: `${path}:${index + 1}`,
          message: `says ${found}, the packages are under ${SCOPE}`,
        })),
      );
}

/** Matches the wrong scopes that texts give to our packages; undefined if every scope is right. */
function otherScopes(root: string): RegExp | undefined {
  const names = workspaces(root).map(({ name }) => name.replace(/^.*\//, ''));
  const named = new RegExp(String.raw`(@[a-z\d-]+)\\?/(?:${names.join('|')})(?![\w-])`, 'g');
  const foreign = installedNames(root);
  const scopes = new Set<string>();
  for (const path of textFiles(root))
    for (const [name, given = ''] of readText(root, path).matchAll(named))
      if (given !== SCOPE && !foreign.has(name)) scopes.add(given);
  return scopes.size === 0 ? undefined : new RegExp(String.raw`(?:${[...scopes].join('|')})(?![\w-])`, 'g');
}

/** Packages that come from the registry. */
function installedNames(root: string): Set<string> {
  if (!listFiles(root).includes(LOCK)) return new Set();
  const { packages }: { packages: Record<string, { link?: boolean }> } = JSON.parse(readText(root, LOCK));
  const installed = Object.entries(packages).filter(([, { link }]) => link !== true);
  return new Set(installed.map(([path]) => path.replace(/^.*node_modules\//, '')));
}
