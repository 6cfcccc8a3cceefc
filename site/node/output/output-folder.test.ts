import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Output, swapIn } from './output-folder.ts';

let parent: string;
let outDir: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'tessera-output-'));
  outDir = path.join(parent, 'site');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const FIRST: Output = new Map([
  ['index.html', 'first'],
  ['docs/old/index.html', 'old'],
]);
const SECOND: Output = new Map([
  ['index.html', 'second'],
  ['docs/new/index.html', 'new'],
]);

/** The content of the folder; checks that there are no files beside it. */
function site(): Record<string, string> {
  expect(readdirSync(parent)).toEqual(['site']);
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(outDir, file), readFileSync(file, 'utf8')];
    }),
  );
}

/** Moves files, but not where `isRefused`. */
function movesUnless(isRefused: (from: string, to: string) => boolean): typeof renameSync {
  return (from, to) => {
    if (isRefused(String(from), String(to))) throw new Error('EBUSY: resource busy or locked');
    renameSync(from, to);
  };
}

describe('a built site', () => {
  it('takes the place of the earlier one as a whole', async () => {
    await swapIn(outDir, FIRST);
    await swapIn(outDir, SECOND);
    expect(site()).toEqual(Object.fromEntries(SECOND));
  });

  it('takes its place in a folder that cannot be moved, as a mounted one', async () => {
    await swapIn(outDir, FIRST);
    await swapIn(
      outDir,
      SECOND,
      movesUnless((from) => from === outDir),
    );
    expect(site()).toEqual(Object.fromEntries(SECOND));
  });

  it('is not put there when one of its files cannot be written', async () => {
    await swapIn(outDir, FIRST);
    const output = new Map([...SECOND, ['index.html/nothing.html', 'inside a file']]);
    await expect(swapIn(outDir, output)).rejects.toThrow(/E(?:NOTDIR|EXIST|ISDIR)/);
    expect(site()).toEqual(Object.fromEntries(FIRST));
  });

  it.each([
    ['the folder', (_: string, to: string) => to === outDir],
    ['one of its files', (from: string, to: string) => from === outDir || to === path.join(outDir, 'docs')],
  ])('leaves the earlier one where it was when %s cannot be put there', async (_, isRefused) => {
    await swapIn(outDir, FIRST);
    await expect(swapIn(outDir, SECOND, movesUnless(isRefused))).rejects.toThrow('EBUSY');
    expect(site()).toEqual(Object.fromEntries(FIRST));
  });
});
