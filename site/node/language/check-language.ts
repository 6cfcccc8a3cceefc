import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument, visit } from 'yaml';
import { SITE_ROOT } from '../config.ts';
import type { Source } from '../content/load.ts';
import type { Problem } from '../problems.ts';
import { checkStyle } from './check-style.ts';
import { checkTypedByHand } from './check-typed-by-hand.ts';
import { contractFacts } from './contract-facts.ts';
import { proseOfProject } from './project-prose.ts';
import { proseOf } from './prose.ts';
import { createReader, type ProseReader } from './read-prose.ts';

/** Valid words that no dictionary has, one per line. */
const WORDS = path.join(SITE_ROOT, 'content', '_words.txt');
const REPOSITORY = path.join(SITE_ROOT, '..');
/** Folder of the projects that `tessera init` writes, in the repository. */
const PROJECTS = 'reference-servers/templates';

let reader: ProseReader | null = null;

function theReader(): ProseReader {
  reader ??= createReader(
    readFileSync(WORDS, 'utf8')
      .split('\n')
      .filter((word) => word !== '' && !word.startsWith('#')),
  );
  return reader;
}

/** Checks the language of the pages, and facts of a contract that they repeat by hand. */
export async function checkLanguage(sources: readonly Source[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { file, frontMatter, body, bodyOffset } of sources) {
    const blocks = [...proseOf(frontMatter.description, 0), ...proseOf(body, bodyOffset)];
    const operations = (frontMatter.operations ?? []).map((name) => name.split('#')[0] ?? '');
    const apis = new Set([...(frontMatter.contracts ?? []), ...operations]);
    // The home page is marketing text; its headings are slogans.
    const prose = frontMatter.layout === 'home' ? blocks.filter(({ kind }) => kind === 'text') : blocks;
    const found = [
      ...(await checkStyle(prose, theReader())),
      ...checkTypedByHand(blocks, apis, contractFacts()),
    ];
    problems.push(...found.map((finding) => ({ file, ...finding })));
  }
  return problems;
}

/** A shorter text is a name. */
const SHORTEST_PROSE = 5;

/** Checks the language of texts that generated pages contain: summaries of releases, definitions of terms. */
export async function checkLanguageOfData(file: string, yaml: string): Promise<Problem[]> {
  const lines = new LineCounter();
  const texts: { text: string; line: number }[] = [];
  visit(parseDocument(yaml, { lineCounter: lines }), {
    Scalar: (key, { value, range }) => {
      const isProse = typeof value === 'string' && value.split(/\s+/).length >= SHORTEST_PROSE;
      if (isProse && key !== 'key') texts.push({ text: value, line: lines.linePos(range?.[0] ?? 0).line });
    },
  });
  const problems: Problem[] = [];
  for (const { text, line } of texts) {
    const blocks = proseOf(text, line - 1);
    const found = [
      ...(await checkStyle(blocks, theReader())),
      ...checkTypedByHand(blocks, new Set(), contractFacts()),
    ];
    problems.push(...found.map((finding) => ({ file, ...finding })));
  }
  return problems;
}

/** Files of the projects that `tessera init` writes; READMEs and comments are read as pages are. */
export function projectFiles(): string[] {
  const entries = readdirSync(path.join(REPOSITORY, PROJECTS), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(REPOSITORY, path.join(parentPath, name)))
    .toSorted();
}

/** Checks the language of files of the projects that `tessera init` writes. */
export async function checkLanguageOfProjects(files: readonly string[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const file of files) {
    const text = readFileSync(path.join(REPOSITORY, file), 'utf8');
    const found = await checkStyle(proseOf(proseOfProject(file, text), 0), theReader());
    problems.push(...found.map((finding) => ({ file, ...finding })));
  }
  return problems;
}
