import { posix } from 'node:path';
import ts from 'typescript';
import type { Finding } from './gate.ts';
import { type Gate, judge } from './gate.ts';
import { HAND_WRITTEN_ROOMS, listFiles, listSources, parseSource, place } from './source-tree.ts';

const DUMPING_GROUND = /^(utils?|helpers?|common|misc)$|-(utils?|helpers?|misc)$/;
/** Words that say nothing about code; a base of a style sheet or of a comparison is fine. */
const EMPTY_FOR_CODE = /^(managers?|services?|base)$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const PASCAL = /^([A-Z][a-z0-9]*)+$/;
const SOURCE = /\.(ts|tsx|mts|js|mjs)$/;
const CODE = /\.(ts|tsx|mts|js|mjs|css|sh)$/;
/** What a package manager has fetched. */
const ARCHIVE = /\.(whl|tgz|gz|tar|zip|jar)$/;

/** The files that may only re-export: one for each entry point of a package. */
const DOORS = [
  'scripts/cli/src/index.ts',
  'client-sdk/src/index.ts',
  'reference-servers/src/index.ts',
  'reference-servers/src/kit.ts',
  'reference-servers/src/harness.ts',
  'reference-servers/platform/src/index.ts',
  'conformance/src/index.ts',
];

/** Files that a tool reads by its default export. */
const DEFAULT_EXPORT = /(^|\/)[a-z]+\.config\.ts$/;

/** File names are nouns for their content. */
export const names: Gate = {
  name: 'names',
  asserts: 'no dumping grounds, kebab-case files, no archives, one door per package, named exports',
  fix: 'rename the file after the one noun it is about, and import it directly; remove an archive',
  reads: [''],
  async run(root) {
    const files = listFiles(root).filter(isHandWritten);
    const sources = listSources(root);
    return judge([
      ...files.flatMap(judgeName),
      ...sources.flatMap((path) => [...judgeBarrel(root, path), ...judgeDefaultExport(root, path)]),
    ]);
  },
};

function isHandWritten(path: string): boolean {
  const room = path.split('/', 1)[0];
  const content = path.startsWith('site/content/') || path.startsWith('site/public/');
  return !content && (room === 'specs' || HAND_WRITTEN_ROOMS.some((name) => name === room));
}

function judgeName(path: string): Finding[] {
  const segments = path.split('/');
  const stem = (segments.pop() ?? '').split('.', 1)[0] ?? '';
  const findings: Finding[] = [];
  const isEmpty = (name: string): boolean =>
    DUMPING_GROUND.test(name) || (SOURCE.test(path) && EMPTY_FOR_CODE.test(name));
  const dump = [...segments, stem].find(isEmpty);
  if (dump !== undefined) findings.push({ where: path, message: `'${dump}' names no noun` });
  if (CODE.test(path) && !KEBAB.test(stem) && !(isReact(path) && PASCAL.test(stem))) {
    findings.push({ where: path, message: 'file names are kebab-case (React components PascalCase.tsx)' });
  }
  if (ARCHIVE.test(path)) findings.push({ where: path, message: 'an archive is not a source' });
  return findings;
}

function isReact(path: string): boolean {
  return path.endsWith('.tsx') || /^site\/.*\.(module\.css|test\.ts)$/.test(path);
}

function judgeBarrel(root: string, path: string): Finding[] {
  if (DOORS.includes(path)) return [];
  const { statements } = parseSource(root, path);
  const reExports = statements.filter((node) => ts.isExportDeclaration(node) && node.moduleSpecifier);
  const onlyReExports = statements.length > 0 && reExports.length === statements.length;
  const isIndex = /^index\.tsx?$/.test(posix.basename(path));
  if (!onlyReExports && !isIndex) return [];
  return [{ where: path, message: 'a second door: only src/index.ts of a package may re-export' }];
}

function judgeDefaultExport(root: string, path: string): Finding[] {
  if (DEFAULT_EXPORT.test(path)) return [];
  const file = parseSource(root, path);
  return file.statements.filter(isDefaultExport).map((node) => ({
    where: place(file, node),
    message: 'default export: export by name',
  }));
}

function isDefaultExport(node: ts.Statement): boolean {
  if (ts.isExportAssignment(node)) return true;
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword);
}
