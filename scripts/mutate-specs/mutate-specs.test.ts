import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { tool } from '../check/command.ts';
import { copyOfSpecs, removeCopies } from '../generate/copy-of-specs.ts';
import { asObject, valueAt } from '../generate/json.ts';
import { loadSpecs } from '../generate/load.ts';
import { RUNS_ALL } from '../test-cases.js';
import { ChangedTables } from './changed-tables.ts';
import { applyMutant, findMutants, type Mutant } from './mutants.ts';
import { formatReport, makeReport } from './report.ts';
import { sample } from './sample.ts';
import { readSurvivors } from './survivors.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TECH_ADAPTER = 'specs/extension-points/tech-adapter.yaml';
const specs = loadSpecs(ROOT);
const mutants = findMutants(specs);

afterEach(removeCopies);

function find(what: string, file = TECH_ADAPTER): Mutant {
  const found = mutants.find((mutant) => mutant.what === what && mutant.file === file);
  if (found === undefined) throw new Error(`nothing deletes ${what} from ${file}`);
  return found;
}

describe('the deletions', () => {
  it('each have a separate place', () => {
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  });

  it.each([
    ['value', 'TERMINATED'],
    ['bound', 'default: false'],
    ['transition', 'RUNNING to TERMINATING by terminateProvisioning'],
    ['code', 'TERMINATION_UNSUPPORTED'],
  ])('cover every kind: %s %s', (kind, what) => {
    expect(find(what).kind).toBe(kind);
  });

  it('delete one fact from a copy, and do not change the specs', () => {
    const mutant = find('TERMINATED');
    const states = (data: unknown) =>
      valueAt(asObject(data), '/components/schemas/ProvisioningTaskStatus/enum');
    const changed = applyMutant(specs, mutant);
    expect(states(changed.files.get(TECH_ADAPTER)?.data)).not.toContain('TERMINATED');
    expect(states(specs.files.get(TECH_ADAPTER)?.data)).toContain('TERMINATED');
  });

  it('delete an error from the catalog and from the operations that list it', () => {
    const changed = applyMutant(specs, find('TERMINATION_UNSUPPORTED', 'specs/shared/errors.yaml'));
    const left = [...changed.files.values()].filter(({ data }) =>
      JSON.stringify(data).includes('"501":["TERMINATION_UNSUPPORTED"]'),
    );
    expect(left).toEqual([]);
  });

  it('count what an alias repeats once', () => {
    const plain = '        500: [SYSTEM_PROBLEM]\n';
    const root = copyOfSpecs(TECH_ADAPTER, (text) =>
      text
        .replace(plain, '        500: &problem [SYSTEM_PROBLEM]\n')
        .replace(plain, '        500: *problem\n'),
    );
    const count = (from: readonly Mutant[]) =>
      from.filter(({ file, what }) => file === TECH_ADAPTER && what === 'SYSTEM_PROBLEM').length;
    expect(count(findMutants(loadSpecs(root)))).toBe(count(mutants) - 1);
  });
});

it('the generator rejects some deletions, which the tables show', () => {
  const tables = new ChangedTables(specs, '0.0.0');
  expect(tables.of(specs)).toEqual([]);
  const paths = tables.of(applyMutant(specs, find('TERMINATED'))).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['schemas/tech-adapter.js', 'lifecycles.js']));
});

it('a sample is the same for the same seed and keeps the order', () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  expect(sample(numbers, 9, 4)).toEqual(sample(numbers, 9, 4));
  expect(sample(numbers, 9, 4)).not.toEqual(sample(numbers, 9, 5));
  expect(sample(numbers, 9, 4)).toEqual(sample(numbers, 9, 4).toSorted((a, b) => a - b));
  expect(sample(numbers, 99, 4)).toEqual(numbers);
});

describe('the report', () => {
  const mutant = find('TERMINATED');

  it('requires a reason for each survivor', () => {
    const report = makeReport([{ mutant, killer: undefined }], new Map());
    expect(report.unlisted.map(({ id }) => id)).toEqual([mutant.id]);
    expect(formatReport(report)).toContain('1 deletions, 1 unnoticed (100.0 %)');
  });

  it('prints a listed survivor with its reason', () => {
    const report = makeReport([{ mutant, killer: undefined }], new Map([[mutant.id, 'it is not visible']]));
    expect(report.unlisted).toEqual([]);
    expect(formatReport(report)).toContain('it is not visible');
  });

  it('reports a listed survivor that a test detects', () => {
    const report = makeReport([{ mutant, killer: 'a.test.ts' }], new Map([[mutant.id, 'it is not visible']]));
    expect(report.stale).toEqual([mutant.id]);
  });
});

it('every listed survivor is a deletion that exists', () => {
  const listed = readSurvivors(join(import.meta.dirname, 'survivors.yaml'));
  const known = new Set(mutants.map(({ id }) => id));
  expect([...listed.keys()].filter((id) => !known.has(id))).toEqual([]);
});

/** Vitest cannot run inside itself, so the test starts the program in a process. */
async function mutate(...flags: string[]): Promise<{ total: number; survived: number }> {
  const { stdout } = await promisify(execFile)(tool('tsx'), ['scripts/mutate-specs.ts', '--json', ...flags], {
    cwd: ROOT,
    env: { ...process.env, VITEST: '' },
  });
  return JSON.parse(stdout);
}

if (RUNS_ALL)
  it('the tests of the other rooms detect deletions', async () => {
    expect(await mutate('--sample', '6', '--seed', '3')).toMatchObject({ total: 6, survived: 0 });
  });
