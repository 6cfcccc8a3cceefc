import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from './cli.ts';
import { readCommand } from './config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-samples-'));
  for (const name of ['main', 'one', 'two']) writeFileSync(join(folder, `${name}.yaml`), `id: ${name}\n`);
  writeFileSync(join(folder, 'broken.yaml'), '- : [');
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const file = (name: string): string => join(folder, `${name}.yaml`);
const BASE = ['tech-adapter', '--url', 'http://127.0.0.1:1'];

function samplesOf(...argv: string[]) {
  const command = readCommand(argv);
  return command.kind === 'run' ? command.options.samples : undefined;
}

async function refusal(...argv: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => said.push(String(text)));
  return { code: await main(argv), said: said.join('\n') };
}

describe('further descriptors', () => {
  const wanted = { invalid: ['- : ['], other: ['id: one\n', 'id: two\n'] };

  it('are read from flags, several for each role', () => {
    const flags = ['invalid=broken', 'other=one', 'other=two'].flatMap((pair) => {
      const [role = '', name = ''] = pair.split('=');
      return ['--sample', `${role}=${file(name)}`];
    });
    expect(samplesOf(...BASE, ...flags)).toEqual(wanted);
  });

  it('are read from a configuration, with relative paths', () => {
    const config =
      'url: http://127.0.0.1:1\nsample:\n  invalid: broken.yaml\n  other: [one.yaml, two.yaml]\n';
    writeFileSync(join(folder, 'conformance.yaml'), config);
    expect(samplesOf('tech-adapter', '--config', join(folder, 'conformance.yaml'))).toEqual(wanted);
  });

  it('with an unknown role are rejected, and the nearest role is named', async () => {
    const { code, said } = await refusal(...BASE, '--sample', `invald=${file('broken')}`);
    expect(code).toBe(5);
    expect(said).toContain('did you mean invalid?');
  });

  it('that a contract does not use are rejected before anything is sent', async () => {
    const { code, said } = await refusal(
      'perimeter-resolver',
      '--url',
      'http://127.0.0.1:1',
      '--sample',
      `other=${file('one')}`,
    );
    expect(code).toBe(5);
    expect(said).toContain('perimeter-resolver does not use it');
  });

  it('can be selected alone', async () => {
    const flags = ['--sample', `invalid=${file('broken')}`, '--report', join(folder, 'reports')];
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    // No server listens there: the check exists, because the suite tried to connect.
    expect((await refusal(...BASE, ...flags, '--only', 'TA-06:invalid-1')).code).toBe(6);
    expect((await refusal(...BASE, ...flags, '--only', 'TA-06:invalid-2')).code).toBe(5);
  });

  it('and descriptors that are not YAML are rejected by name', async () => {
    const { code, said } = await refusal(...BASE, '--descriptor', file('broken'));
    expect(code).toBe(5);
    expect(said).toContain('--descriptor: is not YAML');
  });
});

it('unknown kinds of ids are rejected, and the known ones are listed', async () => {
  const { code, said } = await refusal(
    'platform',
    '--url',
    'http://127.0.0.1:1',
    '--id',
    'enviroment=production',
  );
  expect(code).toBe(5);
  expect(said).toMatch(/--id enviroment: .*did you mean environment\?; known: environment, /);
});
