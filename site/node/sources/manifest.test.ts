import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { RUNS_ALL } from '../../../scripts/test-cases.js';
import type { Problem } from '../problems.ts';
import { MANIFEST, readManifest } from './manifest.ts';

/** Manifests to read; many more with TESTS=all, as in the nightly run. */
const RUNS = { numRuns: RUNS_ALL ? 20_000 : 200, seed: 1 };

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Pieces of a manifest, right and wrong. */
const piece = fc.oneof(
  fc.constantFrom(
    'content:\n',
    'specifications:\n',
    '  - folder: .\n',
    '  - git: https://code.example/a.git\n    ref: main\n    folder: handbook\n    mount: docs\n',
    '    file: api.json\n    name: partner\n',
    '  - &a { git: x, ref: y }\n  - *a\n',
    '  - *unknown\n',
    '  - !!binary aGk=\n',
    '    mount: ../..\n',
    '  - [git]\n',
    '? [content]\n: [x]\n',
    '<<: *a\n',
    '--- \n',
    '\t- x\n',
    '"\\ud800": 1\n',
    '%YAML 9.9\n---\n',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

it('any manifest is read, or has problems with their lines', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      writeFileSync(path.join(folder, MANIFEST), text);
      const problems: Problem[] = [];
      const { content, specifications } = readManifest(folder, problems);
      for (const { line, message } of problems) {
        expect(line).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(text.split(/\r\n|[\r\n]/).length);
        expect(message).not.toBe('');
      }
      for (const { folder: from, mount } of content)
        for (const one of [from, mount]) expect(one).not.toMatch(/^\/|(^|\/)\.\.(\/|$)/);
      for (const { file } of specifications) expect(file).not.toMatch(/^\/|(^|\/)\.\.(\/|$)/);
    }),
    RUNS,
  );
});
