import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from './check/command.ts';
import { NIGHTLY_COMMANDS } from './nightly-commands.ts';
import { oneIn } from './test-cases.js';

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

/** The first of them runs at each push. Other scripts take minutes: the nightly run includes them. */
const RUNS: readonly Run[] = [
  { script: 'fuzz', prints: /^pass {2}assistant .*\n[\s\S]*^0 problems$/m },
  { script: 'record:report', prints: /tech-adapter\.html: \d+ checks/, workspace: 'site' },
  { script: 'record:tutorials', prints: /small\.cast: 00:05, \d+ events/, workspace: 'site' },
];

/** The names of such scripts. */
const MEASURES = /^(?:bench|flakes|kill|mutate|prove|record|resume|soak):/;

/** Run by `site/e2e/scripts.nightly.browser.test.ts`, because they need a browser. */
const WITH_A_BROWSER = ['bench:site', 'record:console'];

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
  test.each(oneIn(3, RUNS))(
    '$script finishes with its smallest setting',
    async ({ script, flags = [], prints, workspace }) => {
      const place = workspace === undefined ? [] : ['-w', workspace];
      const { code, output } = await runCommand(ROOT, 'env', [
        ...(workspace === undefined ? [] : [`TESSERA_SITE_CONTENT=${smallContent()}`]),
        ...['npm', 'run', '--silent', script, ...place, '--', ...flags],
      ]);
      expect(output).toMatch(prints);
      expect(code).toBe(0);
    },
  );

  test('is run by a test or by the nightly run', () => {
    const nightly = Object.values(NIGHTLY_COMMANDS).map(([script]) => script);
    const known = new Set([...RUNS.map(({ script }) => script), ...nightly, ...WITH_A_BROWSER]);
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
