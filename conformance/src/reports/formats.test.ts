import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { FORMAT_NAMES } from '../flags.ts';
import { runConformance } from '../run-conformance.ts';
import type { Report } from '../suite/report.ts';
import { renderFiles } from './formats.ts';

useVirtualTime();

/** The tested parts of a SARIF file. */
interface Sarif {
  readonly runs: readonly {
    readonly results: readonly {
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
    }[];
    readonly tool: {
      readonly driver: {
        readonly rules: readonly {
          readonly id: string;
          readonly shortDescription: { readonly text: string };
          readonly help: { readonly text: string };
        }[];
      };
    };
  }[];
}

let report: Report;
let files: Record<string, string>;
beforeAll(async () => {
  // Text of the target must not become markup in any format.
  const hostile = '</script><script>alert(1)</script> | ]]> & " \u001B[31m \uFFFE';
  const adapter = await startAdapter({
    answer: (reply) => (reply.status === 400 ? { status: 422, body: { detail: [{ msg: hostile }] } } : reply),
  });
  report = await runConformance({ contract: 'tech-adapter', ...doorOf(adapter), seed: 2 });
  await adapter.close();
  files = renderFiles(report, FORMAT_NAMES);
});

describe('the written reports', () => {
  it('are one file per format', () => {
    expect(Object.keys(files)).toHaveLength(FORMAT_NAMES.length);
  });

  it('match the published schema of the JSON report', () => {
    const schema: object = JSON.parse(
      readFileSync(new URL('../../report.schema.json', import.meta.url), 'utf8'),
    );
    const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }));
    const validate = ajv.compile(schema);
    validate(JSON.parse(files['tech-adapter.json'] ?? ''));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('can be filtered by severity', () => {
    const html = files['tech-adapter.html'] ?? '';
    expect(html).toContain('<button type="button" class="chip" data-severity="breaks"');
    const [row = ''] = /<details class="row" id="check-TA-01"[^>]*>/.exec(html) ?? [];
    expect(row).toContain('data-severity="breaks"');
    const headline = report.headlines.find(({ checks }) => checks.some((id) => id.startsWith('X-12')));
    expect(headline?.severity).toBe('breaks');
  });

  it('classify every note as untidy', () => {
    const noted = report.checks.filter(({ verdict }) => verdict === 'note');
    expect(noted.filter(({ severity }) => severity !== 'untidy')).toEqual([]);
    expect(report.checks.find(({ requirement }) => requirement === 'X-19')?.severity).toBe('untidy');
  });

  it('escape text of the target', () => {
    for (const name of [
      'tech-adapter.html',
      'tech-adapter.junit.xml',
      'tech-adapter.svg',
      'tech-adapter.md',
    ]) {
      expect(files[name]).not.toContain('<script>alert');
    }
  });

  it('never contain characters that XML or a terminal cannot show', () => {
    expect(report.headlines.some(({ actual }) => actual.includes('\uFFFE'))).toBe(true);
    for (const name of ['tech-adapter.junit.xml', 'tech-adapter.md'])
      expect(files[name]).not.toContain('\u001B');
    expect(files['tech-adapter.junit.xml']).not.toContain('\uFFFE');
  });

  it('have a file for each SARIF result, and the text of the requirement for each rule', () => {
    const sarif: Sarif = JSON.parse(files['tech-adapter.sarif'] ?? '');
    const [run] = sarif.runs;
    expect(run?.results.length).toBeGreaterThan(0);
    for (const { locations } of run?.results ?? [])
      expect(locations[0]?.physicalLocation.artifactLocation.uri).toMatch(/^[^/]/);
    const rule = run?.tool.driver.rules.find(({ id }) => id === 'X-12');
    expect(rule?.shortDescription.text).toMatch(/without one required field/);
    expect(rule?.help.text).toContain('/conformance/every-contract/x-12/');
  });

  it('stay below 400 KB as HTML, whatever failed', () => {
    expect(files['tech-adapter.html']?.length).toBeLessThan(400_000);
  });

  it('have the same counts in every format', () => {
    expect(files['tech-adapter.junit.xml']).toContain(`failures="${report.counts.fail}"`);
    expect(files['tech-adapter.junit.xml']?.match(/<testcase /g)).toHaveLength(report.checks.length);
    const sarif: { runs: { results: unknown[] }[] } = JSON.parse(files['tech-adapter.sarif'] ?? '');
    expect(sarif.runs[0]?.results).toHaveLength(report.counts.fail + report.counts.warn + report.counts.note);
  });

  it('have one headline for each cause in the summary', () => {
    expect(files['tech-adapter.md']?.split('\n').filter((line) => line.startsWith('| fail'))).toHaveLength(1);
  });

  it('show the verdict on the badge', () => {
    expect(files['tech-adapter.svg']).toContain('aria-label="tech-adapter 2.6.3: non-conformant"');
  });
});
