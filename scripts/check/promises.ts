import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, type Gate, judge } from './gate.ts';
import { readText } from './source-tree.ts';

/** Documents that promise something, each promise with the test that shows it. */
const DOCUMENTS = ['RELIABILITY.md', 'SECURITY.md'];

/** The header of the column that names tests. */
const COLUMN = 'Test';

/** A file in a code span, and the titles in quotation marks after it. */
const CITATION = /`([\w./-]+\.ts)`((?:,? "[^"]+")*)/g;

/** A promise names its test: a file, and the title of a test in that file. */
export const promises: Gate = {
  name: 'promises',
  asserts: 'every promise of RELIABILITY.md and SECURITY.md names an existing test',
  fix: 'correct the path or the title, or write the test; without a test, move the sentence to what is not promised',
  async run(root) {
    const present = DOCUMENTS.filter((document) => existsSync(join(root, document)));
    return judge(present.flatMap((document) => judgeDocument(root, document)));
  },
};

function judgeDocument(root: string, document: string): Finding[] {
  const findings: Finding[] = [];
  /** Place of the column in the table that a line is in. */
  let column: number | undefined;
  for (const [index, line] of readText(root, document).split('\n').entries()) {
    const where = `${document}:${index + 1}`;
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : undefined;
    if (cells === undefined) column = undefined;
    else if (column === undefined) column = cells.indexOf(COLUMN);
    else if (column >= 0 && !cells.every((cell) => /^:?-+:?$/.test(cell)) && !cites(cells[column])) {
      findings.push({ where, message: `"${cells[0]}" names no test` });
    }
    findings.push(...wrongCitations(root, line).map((message) => ({ where, message })));
  }
  return findings;
}

function cites(cell: string | undefined): boolean {
  return cell !== undefined && [...cell.matchAll(CITATION)].some(([, , titles]) => titles !== '');
}

function wrongCitations(root: string, line: string): string[] {
  return [...line.matchAll(CITATION)].flatMap(([, path = '', titles = '']) => {
    if (!existsSync(join(root, path))) return [`no such file: ${path}`];
    const text = readText(root, path);
    const wanted = [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
    return wanted
      .filter((title) => !["'", '"', '`'].some((quote) => text.includes(quote + title + quote)))
      .map((title) => `${path} has no test with the title "${title}"`);
  });
}
