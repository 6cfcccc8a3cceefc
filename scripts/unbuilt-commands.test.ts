import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from './check/command.ts';
import { readPackages } from './check/versions.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'tessera-unbuilt-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const commands = readPackages(ROOT).flatMap(({ folder, json }) =>
  Object.entries(json.bin ?? {}).map(([name, file]) => ({ name, file: join(folder, file) })),
);

function copy(file: string): string {
  const target = join(scratch, file);
  cpSync(join(ROOT, dirname(file)), dirname(target), { recursive: true });
  writeFileSync(join(dirname(target), 'package.json'), '{ "type": "module" }');
  return target;
}

describe.each(commands)('$name in a checkout that is not built', ({ name, file }) => {
  it('says what to run in one line, and fails', async () => {
    const { code, output } = await runCommand(scratch, process.execPath, [copy(file), '--help']);
    expect(output).toBe(`${name} is not built: run npm run build in the folder of the checkout\n`);
    expect(code).toBeGreaterThan(0);
  });

  it('does not hide that another module is missing', async () => {
    const program = copy(file);
    const built = join(dirname(program), name === 'tessera-serve' ? '../dist/command' : '../dist');
    mkdirSync(built, { recursive: true });
    for (const entry of ['main.js', 'cli.js']) writeFileSync(join(built, entry), "import 'no-such-package';");
    const { code, output } = await runCommand(scratch, process.execPath, [program, '--help']);
    expect(output).toContain('no-such-package');
    expect(code).toBeGreaterThan(0);
  });
});
