import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SITE_ROOT } from '../config.ts';

/** How the list of behaviors and the titles of the tests match. */
export interface BehaviorReport {
  /** Number and sentence of each statement. */
  readonly statements: ReadonlyMap<number, string>;
  /** Titles of the tests that name a number. */
  readonly titles: ReadonlyMap<number, readonly string[]>;
}

const FOLDERS = ['app', 'e2e', 'node', 'reference', 'shared', 'theme'];
const STATEMENT = /^(\d+)\. (.+)$/gm;
/** The first argument of `it` or of `it.each(...)`, when it begins with numbers in brackets. */
const TITLE = /(['"`])((?:\[\d+\] )+(?:(?!\1)[^\\]|\\.)*)\1/g;

/** Reads `BEHAVIORS.md` and the titles of all tests of the room. */
export function readBehaviors(): BehaviorReport {
  const list = readFileSync(path.join(SITE_ROOT, 'BEHAVIORS.md'), 'utf8');
  const statements = new Map([...list.matchAll(STATEMENT)].map(([, n, text]) => [Number(n), text ?? '']));
  const titles = new Map<number, string[]>();
  for (const source of FOLDERS.flatMap(readTests)) {
    for (const [, , title = ''] of source.matchAll(TITLE)) {
      for (const [, n] of title.matchAll(/\[(\d+)\]/g))
        titles.set(Number(n), [...(titles.get(Number(n)) ?? []), title]);
    }
  }
  return { statements, titles };
}

/** Statements that no test names. */
export function untested({ statements, titles }: BehaviorReport): string[] {
  return [...statements].filter(([n]) => !titles.has(n)).map(([n, text]) => `${n}. ${text}`);
}

function readTests(folder: string): string[] {
  const root = path.join(SITE_ROOT, folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(root, name), 'utf8'));
}
