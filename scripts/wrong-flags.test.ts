import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand } from './check/command.ts';
import { oneIn } from './test-cases.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Scripts of other packages with a wrong command line each: a script that took it would run for minutes, or for nothing. */
const WRONG: readonly (readonly [script: string, flags: readonly string[], says: string])[] = [
  ['kill:platform', ['--kills', 'soon'], '--kills'],
  ['pages:conformance', [], '--out'],
  ['bench:platform', ['--components', '100,many'], '--components'],
  ['soak:platform', ['--rate', '0'], '--rate'],
  ['fuzz', ['--requests', '-1'], '--requests'],
  ['targets:conformance', ['--fast'], '--fast'],
  ['flakes:conformance', ['--runs', '0'], '--runs'],
];

test.each(oneIn(7, WRONG))('%s %j ends with 2, and names the flag', async (script, flags, says) => {
  const { code, stdout, output } = await runCommand(ROOT, 'npm', ['run', '--silent', script, '--', ...flags]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(output).toContain(says);
  expect(output).toContain('--help lists the flags');
  expect(output).not.toContain('    at ');
});
