import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from './check/command.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A script that measures or records, with its smallest setting. */
interface Run {
  readonly script: string;
  readonly flags?: readonly string[];
  /** Output that it prints only at its end. */
  readonly prints: RegExp;
  /** Where the script is declared, when not at the root. */
  readonly workspace?: 'site';
}

/** Scripts that measure beside other tools omit them here; the nightly run includes them. */
const RUNS: readonly Run[] = [
  { script: 'bench:generate', flags: ['--rounds', '1', '--alone'], prints: /^its wire types alone +\d/m },
  { script: 'bench:sdk', flags: ['--rounds', '1', '--alone'], prints: /^tessera on undici +\d/m },
  { script: 'bench:servers', flags: ['--rounds', '1', '--requests', '40', '--offline'], prints: /boot/ },
  { script: 'bench:conformance', flags: ['--rounds', '1'], prints: /^packages in all +1$/m },
  {
    script: 'bench:platform',
    flags: ['--components', '2', '--history', '2', '--statuses', '0'],
    prints: /^100 policies in CUE/m,
  },
  { script: 'resume:kill', flags: ['--rounds', '1'], prints: /^1 of 1 handles survived/m },
  { script: 'kill:platform', flags: ['--kills', '1'], prints: /^1 kills, .* 0 problems$/m },
  { script: 'flakes:conformance', flags: ['--runs', '1'], prints: /^1 runs, 0 flaky checks/m },
  {
    script: 'mutate:specs',
    flags: ['--sample', '1', '--only', 'tech-adapter.yaml', '--kind', 'transition'],
    prints: /^1 deletions, 0 unnoticed/m,
  },
  { script: 'record:report', prints: /tech-adapter\.html: \d+ checks/, workspace: 'site' },
  { script: 'record:tutorials', prints: /small\.cast: 00:05, \d+ events/, workspace: 'site' },
];

/** The names of such scripts. */
const MEASURES = /^(?:bench|flakes|kill|mutate|prove|record|resume):/;

/** Run elsewhere, for the reason given. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'bench:site', // site/e2e/scripts.browser.test.ts, because it needs a browser
  'record:console', // the same
  'bench:start', // builds the whole site; nightly
  'prove:templates', // needs package registries; nightly
]);

/** A page with a recording, as short as one can be. */
const TUTORIAL = `---
title: A small page
description: One command, and what it prints.
---

::: recording small 00:05

\`\`\`bash run
$ echo hello
hello
\`\`\`
`;

describe('a script that measures or records', () => {
  test.each(RUNS)(
    '$script comes to its end with its smallest setting',
    async ({ script, flags = [], prints, workspace }) => {
      const place = workspace === undefined ? [] : ['-w', workspace];
      const { code, output } = await runCommand(ROOT, 'env', [
        ...(workspace === undefined ? [] : [`TESSERA_SITE_CONTENT=${smallContent()}`]),
        ...['npm', 'run', '--silent', script, ...place, '--', ...flags],
      ]);
      expect(output).toMatch(prints);
      expect(code).toBe(0);
    },
    300_000,
  );

  test('is in the table above', () => {
    const known = new Set([...RUNS.map(({ script }) => script), ...ELSEWHERE]);
    const declared = ['package.json', 'site/package.json'].flatMap((file) => {
      const { scripts }: { scripts: Record<string, string> } = JSON.parse(
        readFileSync(join(ROOT, file), 'utf8'),
      );
      return Object.keys(scripts).filter((name) => MEASURES.test(name));
    });
    expect(declared.filter((name) => !known.has(name))).toEqual([]);
  });
});

/** A content folder of a few pages that a script may write into. */
function smallContent(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-content-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(ROOT, 'site/e2e/fixture'), folder, { recursive: true });
  writeFileSync(join(folder, 'tutorials/small.md'), TUTORIAL);
  return folder;
}
