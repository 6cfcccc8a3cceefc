import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { makeCheckData } from './check-data.ts';

const cache = mkdtempSync(path.join(tmpdir(), 'check-data-'));

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

// tsx sets this variable for its child processes, and the child works in another folder.
it('can be made by a command of the site that was started with its own tsconfig', () => {
  vi.stubEnv('TSX_TSCONFIG_PATH', 'tsconfig.run.json');
  const folder = makeCheckData(cache, '0a', 'kept');
  expect(readdirSync(folder)).toContain('tech-adapter.json');
});
