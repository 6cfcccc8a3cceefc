import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Finding } from './gate.ts';
import { type Gate, judge } from './gate.ts';
import { ignoreRules, listFiles, readText } from './source-tree.ts';
import { readPackages } from './versions.ts';

/** Paths of the site's pages are separate; the site's build checks its links. */
const NOT_OURS = /^site\/(content|public|test)\//;
const FILE_NAME = /^[\w@][\w@.-]*\.(ts|tsx|js|json|ya?ml|md|css|html|d\.ts|sh)$/;
const NPM_LIFECYCLE = new Set(['test', 'start', 'ci', 'install', 'pack', 'publish', 'version']);

/** Documents name only existing files. */
export const paths: Gate = {
  name: 'paths',
  asserts: 'every path and npm script that a Markdown file names exists',
  fix: 'correct the path or the script name in the Markdown file, or write the file it promises',
  async run(root) {
    const tree = readTree(root);
    const documents = tree.files.filter((path) => path.endsWith('.md') && !NOT_OURS.test(path));
    return judge(documents.flatMap((path) => judgeDocument(path, readText(root, path), tree)));
  },
};

interface Tree {
  root: string;
  files: string[];
  /** Every file and folder, and the base name of every file. */
  known: Set<string>;
  baseNames: Set<string>;
  ignored: (name: string) => boolean;
  /** npm scripts of the root (`.`) and of every workspace, by folder and by package name. */
  scripts: Map<string, Set<string>>;
}

function readTree(root: string): Tree {
  const files = listFiles(root);
  const known = new Set(files);
  for (const file of files) {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) known.add(folder);
  }
  const scripts = new Map<string, Set<string>>();
  if (known.has('package.json')) {
    for (const { folder, json } of readPackages(root)) {
      const own = new Set(Object.keys(json.scripts ?? {}));
      scripts.set(folder, own);
      if (json.name !== undefined) scripts.set(json.name, own);
    }
  }
  const baseNames = new Set(files.map((file) => posix.basename(file)));
  return { root, files, known, baseNames, ignored: ignoreRules(root), scripts };
}

function judgeDocument(document: string, text: string, tree: Tree): Finding[] {
  const findings: Finding[] = [];
  let fence: Fence | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const where = `${document}:${index + 1}`;
    const [, marks = '', language = ''] = /^\s*(```+|~~~+)\s*(\S*)/.exec(line) ?? [];
    if (fence === undefined && marks !== '') {
      fence = { marks, language };
      continue;
    }
    if (fence !== undefined && language === '' && marks.startsWith(fence.marks)) {
      fence = undefined;
      continue;
    }
    const mentions = fence === undefined ? proseMentions(line) : fenceMentions(line, fence.language, tree);
    const wrong = mentions.filter((mention) => !exists(mention, document, tree));
    findings.push(...wrong.map(({ path }) => ({ where, message: `no such path: ${path}` })));
    findings.push(...missingScripts(line, tree).map((message) => ({ where, message })));
  }
  return findings;
}

/** A block of code that is open: only a line with at least its marks closes it (CommonMark 4.5). */
interface Fence {
  marks: string;
  language: string;
}

interface Mention {
  path: string;
  /** A link is always a path; a code span only when it looks like one. */
  link: boolean;
}

function proseMentions(line: string): Mention[] {
  const spans = [...line.matchAll(/`([^`]+)`/g)].map((match) => ({ path: match[1] ?? '', link: false }));
  const links = [...line.replaceAll(/`[^`]*`/g, '``').matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)];
  return [...spans, ...links.map((match) => ({ path: match[1] ?? '', link: true }))];
}

/** In a block of commands every word that starts with a room is a path; other blocks are diagrams or samples. */
function fenceMentions(line: string, language: string, tree: Tree): Mention[] {
  if (!/^(sh|bash|console|shell)$/.test(language)) return [];
  const words = line.split(/[\s"'=]+/).filter((word) => word.includes('/'));
  return words
    .filter((word) => tree.known.has(word.split('/', 1)[0] ?? ''))
    .map((path) => ({ path, link: false }));
}

function exists({ path, link }: Mention, document: string, tree: Tree): boolean {
  if (/^[a-z][a-z+.-]*:|^#/i.test(path)) return true;
  const bare = path.replace(/#.*$/, '').replace(/:\d+$/, '').replace(/\/$/, '');
  if (!link && !looksLikePath(bare, document, tree)) return true;
  if (bare.split('/').some((segment) => tree.ignored(segment))) return true;
  const fromDocument = posix.join(posix.dirname(document), bare);
  const candidates = link ? [fromDocument] : [posix.normalize(bare), fromDocument];
  if (candidates.some((candidate) => present(candidate, tree))) return true;
  return !link && !bare.includes('/') && (tree.baseNames.has(bare) || /^x\.|\*/.test(bare));
}

function looksLikePath(text: string, document: string, tree: Tree): boolean {
  if (!/^[\w@.*<>{}/-]+$/.test(text)) return false;
  if (!text.includes('/')) return FILE_NAME.test(text);
  if (text.startsWith('./') || text.startsWith('../')) return true;
  const first = text.split('/', 1)[0] ?? '';
  const beside = posix.join(posix.dirname(document), first);
  if (/^[@/]/.test(text) || first === '') return false;
  return tree.known.has(first) || tree.known.has(beside) || FILE_NAME.test(posix.basename(text));
}

/** `*`, `<name>`, `{name}` and `NAME` stand for any one segment, `...` for any tail. */
function present(path: string, tree: Tree): boolean {
  if (!/[*<{]|\.\.\.|\bNAME\b/.test(path)) return tree.known.has(path) || existsSync(join(tree.root, path));
  const source = path
    .split(/(\.\.\.|\*\*|\*|<[^>]*>|\{[^}]*\}|\bNAME\b)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[.+^$()|[\]\\]/g, '\\$&') : wildcard(part)))
    .join('');
  const pattern = new RegExp(`^${source}$`);
  return [...tree.known].some((known) => pattern.test(known));
}

function wildcard(part: string): string {
  return part === '...' || part === '**' ? '.*' : '[^/]*';
}

function missingScripts(line: string, tree: Tree): string[] {
  const messages: string[] = [];
  for (const match of line.matchAll(
    /\bnpm (?:run(?: -s)? )?([a-z][\w:-]*)(?:[^`\n]*? -w (\S+?))?(?=[`\s)|,.;]|$)/g,
  )) {
    const [said, script = '', workspace = '.'] = match;
    if (!said.startsWith('npm run') && !NPM_LIFECYCLE.has(script)) continue;
    if (!said.startsWith('npm run') && !['test', 'start'].includes(script)) continue;
    const own = tree.scripts.get(workspace);
    if (own?.has(script) !== true)
      messages.push(`no such npm script: ${script}${workspace === '.' ? '' : ` in ${workspace}`}`);
  }
  return messages;
}
