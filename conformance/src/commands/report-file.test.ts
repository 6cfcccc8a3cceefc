import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { RUNS_ALL } from '../../../scripts/test-cases.js';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import { runCommand } from '../../mutants/command.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { runConformance } from '../run-conformance.ts';
import { EXIT } from '../suite/verdict.ts';

useVirtualTime();

/** Reports to compare; many more with TESTS=all, as in the nightly run. */
const RUNS = { numRuns: RUNS_ALL ? 20_000 : 200, seed: 1 };

const folder = mkdtempSync(join(tmpdir(), 'tessera-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every member of a value and of the values in it. */
function placesIn(value: object): { readonly holder: object; readonly key: string }[] {
  return Object.entries(value).flatMap(([key, below]) => [
    { holder: value, key },
    ...(typeof below === 'object' && below !== null ? placesIn(below) : []),
  ]);
}

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('__proto__', '\u0000', '\ud800', 'x'.repeat(5_000), 1e308, {
    toString: 1,
    constructor: null,
  }),
);
const changes = fc.array(fc.record({ at: fc.nat(), value: strange }), { minLength: 1, maxLength: 3 });

it('a report with a format version that is no text is rejected by its name', async () => {
  const path = join(folder, 'strange.json');
  const strange = { format: 'tessera-conformance-report', formatVersion: { toString: 1 } };
  writeFileSync(path, JSON.stringify(strange));
  const { code, said } = await runCommand('verify', path);
  expect(said).toContain(`${path}: has format version {"toString":1}; this suite reads`);
  expect(code).toBe(EXIT.badConfig);
});

it('compare and verify accept any report or say what is wrong with it, and never fail themselves', async () => {
  const adapter = await startAdapter();
  const made = await runConformance({ contract: 'tech-adapter', ...doorOf(adapter), only: ['TA-01'] });
  await adapter.close();
  const sample = JSON.stringify(made);
  const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')];
  writeFileSync(before, sample);
  await fc.assert(
    fc.asyncProperty(changes, async (given) => {
      const report: object = JSON.parse(sample);
      for (const { at, value } of given) {
        const places = placesIn(report);
        const place = places[at % places.length];
        if (place !== undefined) Reflect.set(place.holder, place.key, structuredClone(value));
      }
      writeFileSync(after, JSON.stringify(report));
      for (const command of [
        ['compare', before, after],
        ['compare', after, before],
        ['verify', after],
      ]) {
        const { code, said } = await runCommand(...command);
        expect([EXIT.conformant, EXIT.nonConformant, EXIT.badConfig], said).toContain(code);
      }
    }),
    RUNS,
  );
});
