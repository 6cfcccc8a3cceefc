import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SITE_ROOT } from '../config.ts';
import { UnknownName } from './catalogue.ts';
import { fence } from './markdown.ts';

const ROOT = path.join(SITE_ROOT, '..');
const COMMAND = path.join(ROOT, 'node_modules', '.bin', 'tessera-serve');
const PROVEN = path.join(ROOT, 'reference-servers/templates/proven.json');

interface Proof {
  readonly versions: Readonly<Record<string, string>>;
  readonly contracts: readonly string[];
}

/** Files of the projects that were written, by language and contract. */
const projects = new Map<string, ReadonlyMap<string, string>>();

/**
 * `python tech-adapter app/handlers.py`: a file of the project that `tessera-serve init` writes. `python versions`: the
 * versions with which the projects of the language were tested.
 * @throws UnknownName when there is no such project or file
 */
export function templateMarkdown(words: string): string {
  const [language = '', contract = '', file = ''] = words.split(/\s+/);
  if (contract === 'versions') return versionsTable(language);
  const files = filesOf(language, contract);
  const text = files.get(file);
  if (text === undefined) {
    throw new UnknownName(`the project has no file ${file}; it has ${[...files.keys()].join(', ')}`);
  }
  return fence(`${languageOf(file)} title="${file}"`, text.trimEnd());
}

function filesOf(language: string, contract: string): ReadonlyMap<string, string> {
  const key = `${language} ${contract}`;
  const known = projects.get(key);
  if (known !== undefined) return known;
  const scratch = mkdtempSync(path.join(tmpdir(), 'tessera-template-'));
  try {
    const folder = path.join(scratch, 'my-adapter');
    const args = [COMMAND, 'init', contract, folder, '--language', language];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new UnknownName(stderr.split('\n', 1).join(''));
    const names = [...stdout.matchAll(/^ {2}(\S+)$/gm)].map(([, name = '']) => name);
    const texts = names
      .filter((name) => existsSync(path.join(folder, name)))
      .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const);
    const files = new Map(texts);
    projects.set(key, files);
    return files;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function languageOf(file: string): string {
  const languages: Readonly<Record<string, string>> = {
    '.py': 'python',
    '.java': 'java',
    '.yaml': 'yaml',
    '.xml': 'xml',
    '.sql': 'sql',
  };
  return languages[path.extname(file)] ?? 'text';
}

function versionsTable(language: string): string {
  const proofs: Readonly<Record<string, Proof>> = JSON.parse(readFileSync(PROVEN, 'utf8'));
  const proof = proofs[language];
  if (proof === undefined) throw new UnknownName(`no project in ${language} is proven`);
  const rows = Object.entries(proof.versions).map(([name, version]) => `| ${name} | ${version} |`);
  return ['| Program or library | Version |', '|---|---|', ...rows].join('\n');
}
