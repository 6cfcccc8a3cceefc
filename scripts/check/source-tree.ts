import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Top-level folders with hand-written code. */
export const HAND_WRITTEN_ROOMS = [
  'scripts',
  'client-sdk',
  'reference-servers',
  'conformance',
  'site',
] as const;

const SOURCE_FILE = /\.(ts|tsx|mts|js|mjs)$/;
const parsed = new Map<string, { changed: number; file: ts.SourceFile }>();

/**
 * Every file that is, or could be, under version control: a walk that leaves out what `.gitignore` names. Unlike
 * `git ls-files`, it also works in an unpacked archive and in a made-up tree.
 */
export function listFiles(root: string): string[] {
  const ignored = ignoreRules(root);
  const files: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (ignored(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) files.push(path);
    }
  };
  visit('');
  return files.sort();
}

/** Whether a bare file or folder name is ignored. Supports names and `*.suffix`, the only forms in use. */
export function ignoreRules(root: string): (name: string) => boolean {
  const file = join(root, '.gitignore');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const rules = ['.git', 'node_modules/', 'dist/', ...lines.filter((line) => line.trim() !== '')];
  const names = new Set(rules.map((line) => line.trim().replace(/^\/|\/$/g, '')));
  const suffixes = [...names].filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  return (name) => names.has(name) || suffixes.some((suffix) => name.endsWith(suffix));
}

/** The text of a file of the tree. */
export function readText(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Hand-written TypeScript and JavaScript: everything in the rooms that a person edits. */
export function listSources(root: string): string[] {
  return listFiles(root).filter((path) => {
    const room = path.split('/', 1)[0] ?? '';
    const inRoom = HAND_WRITTEN_ROOMS.some((name) => name === room);
    return SOURCE_FILE.test(path) && (inRoom || path === 'vitest.config.ts');
  });
}

/** True for test files and what only tests load (`x.test.ts`, `x.test-d.ts`, `testing/`, `e2e/`). */
export function isTest(path: string): boolean {
  return /\.(test|test-d|spec)\.[a-z]+$|(^|\/)(testing|e2e)\//.test(path);
}

/** The syntax tree of a file, kept while the file does not change. Several gates walk the same files. */
export function parseSource(root: string, path: string): ts.SourceFile {
  const absolute = join(root, path);
  const changed = statSync(absolute).mtimeMs;
  const known = parsed.get(absolute);
  if (known?.changed === changed) return known.file;
  const kind = /\.(tsx|jsx)$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, readText(root, path), ts.ScriptTarget.ES2023, true, kind);
  parsed.set(absolute, { changed, file });
  return file;
}

/** Calls `visit` for every node below `file`, depth first. */
export function walk(file: ts.Node, visit: (node: ts.Node) => void): void {
  visit(file);
  ts.forEachChild(file, (child) => walk(child, visit));
}

/** `file:line` of a node, in the form that editors open on a click. */
export function place(file: ts.SourceFile, node: ts.Node): string {
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
}
