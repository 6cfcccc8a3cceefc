import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand, tool } from '../check/command.ts';

const PROGRAM = fileURLToPath(new URL('../generate.ts', import.meta.url));

it('the generator runs in any folder, as the benchmark starts it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-generate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { code, output } = await runCommand(folder, tool('tsx'), [
    PROGRAM,
    '--out',
    join(folder, 'generated'),
  ]);
  expect(code, output).toBe(0);
});
