import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { readCommand } from '../config.ts';
import { runConformance } from '../run-conformance.ts';
import type { Report } from '../suite/report.ts';
import { renderFiles } from './formats.ts';
import { createTerminal } from './terminal.ts';

useVirtualTime();

const PAGE = 'https://docs.example/tessera/conformance/tech-adapter/ta-37/';

let report: Report;
let files: Record<string, string>;
beforeAll(async () => {
  const adapter = await startAdapter({
    work: 20,
    finish: (end) => ('updates' in end ? { status: 'COMPLETED' } : end),
  });
  const command = readCommand([
    ...['tech-adapter', '--url', adapter.url.href, '--read-only', '--poll-budget', '2000'],
    ...['--docs-url', 'https://docs.example/tessera/'],
  ]);
  if (command.kind !== 'run') throw new Error('asks for a run');
  report = await runConformance({ ...command.options, ...doorOf(adapter) });
  await adapter.close();
  files = renderFiles(report, ['html', 'json', 'markdown', 'sarif']);
});

it('the terminal names the page of a failure in full', () => {
  const texts: string[] = [];
  const terminal = createTerminal({ quiet: false, plain: true, write: (text) => texts.push(text) });
  terminal.end(report, []);
  terminal.close();
  expect(texts.join('')).toContain(`page       ${PAGE}\n`);
});

it('the HTML report links to it', () => {
  expect(files['tech-adapter.html']).toContain(`<a href="${PAGE}">`);
});

it('the summary for a pull request links to it', () => {
  expect(files['tech-adapter.md']).toContain(`| [TA-37](${PAGE}) |`);
});

it('code scanning finds it at the rule', () => {
  expect(JSON.parse(files['tech-adapter.sarif'] ?? '').runs[0].tool.driver.rules).toContainEqual(
    expect.objectContaining({ id: 'TA-37', helpUri: PAGE }),
  );
});

it('the JSON report says where the pages are, by its schema', () => {
  const schema: object = JSON.parse(
    readFileSync(new URL('../../report.schema.json', import.meta.url), 'utf8'),
  );
  const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }));
  const written = JSON.parse(files['tech-adapter.json'] ?? '');
  expect(written.suite.docsUrl).toBe('https://docs.example/tessera');
  const validate = ajv.compile(schema);
  validate(written);
  expect(validate.errors ?? []).toEqual([]);
});

it('an invalid address is rejected', () => {
  const read = (url: string) => readCommand(['tech-adapter', '--url', 'http://x', '--docs-url', url]);
  expect(() => read('docs')).toThrow("--docs-url is an address such as https://docs.example.com, not 'docs'");
  expect(() => read('javascript:alert(1)')).toThrow('--docs-url begins with http: or https:');
  expect(() => read('https://d.example/?a=b')).toThrow('--docs-url has neither query nor fragment');
});
