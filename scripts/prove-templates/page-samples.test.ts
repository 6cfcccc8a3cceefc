import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { applyStep } from '../recipes/apply-step.ts';
import { pagesWithChanges, pythonBlocks } from './page-samples.ts';
import { writeTemplate } from './prove-project.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-page-samples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasPython = spawnSync('python3', ['--version']).status === 0;
const COMPILE =
  'import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name, encoding="utf-8").read(), name)';

describe('the samples in Python on the pages', () => {
  it.skipIf(!hasPython)('are programs of Python, where it is installed', () => {
    const files = pythonBlocks().map(({ page, text }, index) => {
      const file = join(folder, `${index}-${page.replaceAll('/', '-')}.py`);
      writeFileSync(file, text);
      return file;
    });
    expect(files.length).toBeGreaterThan(5);
    execFileSync('python3', ['-c', COMPILE, ...files]);
  });

  it('fit the project that "init" writes', async () => {
    const changes = pagesWithChanges();
    expect(changes.map(({ page }) => page)).toContain('tutorials/first-tech-adapter.md');
    const fresh = join(folder, 'project');
    await writeTemplate('python', 'tech-adapter', fresh);
    for (const [index, { steps }] of changes.entries()) {
      const project = join(folder, String(index));
      execFileSync('cp', ['-r', fresh, project]);
      for (const step of steps) applyStep(project, step);
      for (const step of steps) {
        if (step.kind !== 'change') continue;
        const text = readFileSync(join(project, step.path), 'utf8');
        for (const { after } of step.hunks) expect(text).toContain(after);
      }
    }
  });
});
