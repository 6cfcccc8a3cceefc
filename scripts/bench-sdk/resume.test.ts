import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { killAndResume } from './resume.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('a task outlives the process that started it, and is not started again', async () => {
  expect(await killAndResume(ROOT, 3)).toEqual({ rounds: 3, survived: 3, started: 3 });
});
