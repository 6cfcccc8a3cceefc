import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand } from './check/command.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

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

/** Two of them; with TESTS=all, as in the nightly run, all. */
const tried = process.env['TESTS'] === 'all' ? WRONG : WRONG.slice(0, 2);

test.each(tried)('%s %j ends with 2, and names the flag', async (script, flags, says) => {
  const [program = '', ...words] = (scripts[script] ?? '').split(' ');
  const { code, stdout, output } = await runCommand(ROOT, program, [...words, ...flags]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(output).toContain(says);
  expect(output).toContain('--help lists the flags');
  expect(output).not.toContain('    at ');
});
