import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { forgetOld } from './forget-old.ts';

it('keeps the five newest states in a cache, and whatever else is there', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'tessera-cache-'));
  const names = [1, 2, 3, 4, 5, 6, 7].map((number) => `shell-${number}`);
  for (const [at, name] of names.entries()) {
    mkdirSync(path.join(parent, name));
    utimesSync(path.join(parent, name), at, at);
  }
  mkdirSync(path.join(parent, 'styles-1'));
  forgetOld(parent, 'shell-');
  expect(readdirSync(parent).sort()).toEqual([...names.slice(2), 'styles-1']);
  rmSync(parent, { recursive: true });
});
