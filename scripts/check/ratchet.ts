import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type Finding, type Gate, judge } from './gate.ts';
import { isTest, listSources, parseSource, place, readText, walk } from './source-tree.ts';

const FILE = 'scripts/ratchet.json';

/** What is counted, over all hand-written TypeScript. Tests count for the length of a file and for `any`. */
const MEASURES = [
  { name: 'longestFile', meaning: 'lines of the longest file' },
  { name: 'longestFunction', meaning: 'lines of the longest function outside tests' },
  { name: 'any', meaning: 'uses of the type any' },
  { name: 'casts', meaning: 'casts (`x as T`, not `as const`)' },
  { name: 'unexplainedCasts', meaning: 'casts without a comment on the same line' },
  { name: 'castsInTests', meaning: 'casts in tests' },
  { name: 'nonNull', meaning: 'non-null assertions (`x!`) outside tests' },
  {
    name: 'suppressions',
    meaning: 'biome-ignore, @ts-ignore, @ts-nocheck, and @ts-expect-error outside type tests',
  },
] as const;

type Measure = (typeof MEASURES)[number]['name'];

/** A number for each measure. */
export type Numbers = Record<Measure, number>;

interface Tallied {
  numbers: Numbers;
  /** Every counted place, by measure. */
  places: Record<Measure, string[]>;
}

const SUPPRESSION = /biome-ignore|@ts-ignore|@ts-nocheck|@ts-expect-error/;

/** Numbers that may only go down. */
export const ratchet: Gate = {
  name: 'ratchet',
  asserts: `no number of ${FILE} is exceeded`,
  fix: `mend the places listed; lower a number that has improved with: npm run ratchet`,
  reads: [''],
  async run(root) {
    const limits: Partial<Numbers> = JSON.parse(readText(root, FILE));
    const { numbers, places } = measure(root);
    const findings: Finding[] = [];
    const notes: string[] = [];
    for (const { name, meaning } of MEASURES) {
      const limit = limits[name];
      const actual = numbers[name];
      if (limit === undefined) findings.push({ where: FILE, message: `has no number for ${name}` });
      else if (actual > limit) {
        findings.push({ where: FILE, message: `${name} is ${actual}, at most ${limit}: ${meaning}` });
        findings.push(...places[name].map((where) => ({ where, message: meaning })));
      } else if (actual < limit) notes.push(`${name} is down to ${actual} from ${limit}: npm run ratchet`);
    }
    const unknown = Object.keys(limits).filter((name) => !MEASURES.some((known) => known.name === name));
    findings.push(...unknown.map((name) => ({ where: FILE, message: `counts nothing called ${name}` })));
    return judge(findings, notes);
  },
  write: lower,
};

/** Counts the tree. */
export function measure(root: string): Tallied {
  const places: Tallied['places'] = {
    longestFile: [],
    longestFunction: [],
    any: [],
    casts: [],
    unexplainedCasts: [],
    castsInTests: [],
    nonNull: [],
    suppressions: [],
  };
  let [longestFile, longestFunction] = [0, 0];
  for (const path of listSources(root)) {
    const file = parseSource(root, path);
    const lines = file.text.split('\n').length - 1;
    if (lines > longestFile) {
      longestFile = lines;
      places.longestFile = [path];
    }
    countFile(file, isTest(path), places);
    if (isTest(path)) continue;
    walk(file, (node) => {
      const length = ts.isFunctionLike(node) ? linesOf(file, node) : 0;
      if (length <= longestFunction) return;
      longestFunction = length;
      places.longestFunction = [place(file, node)];
    });
  }
  const { any, casts, unexplainedCasts, castsInTests, nonNull, suppressions } = places;
  return {
    places,
    numbers: {
      longestFile,
      longestFunction,
      any: any.length,
      casts: casts.length,
      unexplainedCasts: unexplainedCasts.length,
      castsInTests: castsInTests.length,
      nonNull: nonNull.length,
      suppressions: suppressions.length,
    },
  };
}

/** Writes the numbers of the tree where they are lower; never raises one that is there. */
function lower(root: string): void {
  const limits: Partial<Numbers> = JSON.parse(readText(root, FILE));
  const { numbers } = measure(root);
  const next = { ...numbers };
  for (const { name } of MEASURES) next[name] = Math.min(limits[name] ?? numbers[name], numbers[name]);
  writeFileSync(join(root, FILE), `${JSON.stringify(next, null, 2)}\n`);
}

function countFile(file: ts.SourceFile, test: boolean, places: Tallied['places']): void {
  const lines = file.text.split('\n');
  walk(file, (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) places.any.push(place(file, node));
    if (isCast(node)) {
      const where = place(file, node);
      const last = lines[file.getLineAndCharacterOfPosition(node.getEnd()).line] ?? '';
      const first = lines[file.getLineAndCharacterOfPosition(node.getStart(file)).line] ?? '';
      (test ? places.castsInTests : places.casts).push(where);
      if (!/\/\/|\/\*/.test(first + last)) places.unexplainedCasts.push(where);
    }
    if (ts.isNonNullExpression(node) && !test) places.nonNull.push(place(file, node));
  });
  if (!file.fileName.includes('.test-d.')) {
    for (const comment of suppressions(file)) places.suppressions.push(comment);
  }
}

function linesOf(file: ts.SourceFile, node: ts.Node): number {
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  return lineOf(node.getEnd()) - lineOf(node.getStart(file)) + 1;
}

function isCast(node: ts.Node): boolean {
  if (ts.isTypeAssertionExpression(node)) return true;
  return ts.isAsExpression(node) && !ts.isConstTypeReference(node.type);
}

/** Suppressing comments, found by the scanner, so that a string that mentions one does not count. */
function suppressions(file: ts.SourceFile): string[] {
  const found = new Set<string>();
  const look = (range: ts.CommentRange): void => {
    if (!SUPPRESSION.test(file.text.slice(range.pos, range.end))) return;
    found.add(`${file.fileName}:${file.getLineAndCharacterOfPosition(range.pos).line + 1}`);
  };
  walk(file, (node) => {
    for (const range of ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? []) look(range);
    for (const range of ts.getTrailingCommentRanges(file.text, node.getEnd()) ?? []) look(range);
  });
  return [...found];
}
