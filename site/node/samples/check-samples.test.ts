import { describe, expect, it } from 'vitest';
import { parseCodeMeta } from '../markdown/code-meta.ts';
import type { CodeSample } from '../markdown/render.ts';
import { checkSamples } from './check-samples.ts';
import { canRun } from './other-programs.ts';
import { lineAfterEnd, missingLine } from './run-samples.ts';
import type { SamplePage } from './verdict.ts';

/** A page made of blocks; each begins ten lines after the one before. */
function pageOf(name: string, ...blocks: readonly [info: string, code: string][]): SamplePage {
  const samples = blocks.map(
    ([info, code], index): CodeSample => ({ meta: parseCodeMeta(info), code, line: 10 * (index + 1) }),
  );
  return { file: `${name}.md`, name: `/made-up/${name}/`, samples };
}

describe('checking samples', () => {
  it('finds nothing where they do what the page says', async () => {
    const page = pageOf(
      'good',
      ['bash run', '$ name=world\n'],
      ['bash run', '$ echo "hello $name"\nhello world\n'],
      ['bash run exit=3', '$ exit 3\n'],
      ['json title="a.json" run', '{ "a": 1 }\n'],
      ['ts title="b.ts" run', "import { readFileSync } from 'node:fs';\n\n"],
      ['ts title="b.ts" run', "console.log(JSON.parse(readFileSync('a.json', 'utf8')).a);\n"],
      ['bash run', '$ npx tsx b.ts\n1\n'],
      ['cue validate=a.json', 'a: int & >0\n'],
      ['cue validate', 'id: string\nversion: =~"^1"\n'],
      ['bash show-only reason="it needs a cluster"', '$ kubectl get pods\n'],
      ['text', 'anything\n'],
    );
    expect(await checkSamples([page])).toEqual([]);
  });

  it('runs programs in Python, where it is installed', async () => {
    const program: [string, string] = ['python title="a.py"', 'print("one")\n'];
    const page = pageOf('python', program, ['bash run', '$ python3 a.py\none\n']);
    expect(await checkSamples([page])).toEqual([]);
    const wrong = pageOf('wrong', program, ['bash run', '$ python3 a.py\ntwo\n']);
    const found = await checkSamples([wrong]);
    expect(found.map(({ line }) => line)).toEqual(canRun('$ python3 a.py\n') ? [20] : []);
  });

  it('runs a page with a server in each tab once for each tab', async () => {
    const commands = (serves: string, prints: string) =>
      pageOf(
        'tabs',
        ['bash run background', `$ echo ${serves} > served; echo Serving at nowhere; sleep 60\n`],
        ['bash run background', '$ echo b > served; echo Serving at nowhere; sleep 60\n'],
        ['bash run', `$ cat served\n${prints}\n`],
      );
    const inTabs = (page: SamplePage): SamplePage => ({
      ...page,
      samples: page.samples.map((one, index) => ({ ...one, ...(index < 2 ? { tab: `tab-${index}` } : {}) })),
    });
    expect(await checkSamples([inTabs(commands('b', 'b'))])).toEqual([]);
    const found = await checkSamples([inTabs(commands('a', 'a'))]);
    expect(found.map(({ line, message }) => [line, message.split('\n')[1]])).toEqual([
      [30, 'did not print "a" but:'],
    ]);
  });

  it('names file and line of each that does not', async () => {
    const printed = pageOf('printed', ['bash run', '$ true\n'], ['bash run', '$ echo one\ntwo\n']);
    const ended = pageOf('ended', ['bash run', '$ exit 4\n'], ['bash run', '$ echo never\n']);
    const serves = pageOf('serves', ['bash run background', '$ echo no server\n']);
    const compiled = pageOf(
      'compiled',
      ['ts title="c.ts" compile', 'export const one = 1;\n'],
      ['ts title="c.ts" compile', 'export const two: string = one;\n'],
      ['ts compile', "import { nothing } from '@tessera/client';\n"],
    );
    const validated = pageOf(
      'validated',
      ['cue validate', 'a: 1\na: 2\n'],
      ['json title="d.json" run', '{ "a": 0 }\n'],
      ['cue validate=d.json', 'a: int & >0\n'],
      ['cue validate=e.json', 'a: int\n'],
      ['json compile', '{}\n'],
      ['bash compile', 'ls\n'],
      ['yaml show-only', 'a: 1\n'],
      ['yaml', 'a: 1\n'],
      ['yaml title="f.yaml" run', 'a: [\n'],
    );
    const found = await checkSamples([printed, ended, serves, compiled, validated]);
    const places = found.map(({ file, line, message }) => `${file}:${line} ${message.replaceAll('\n', ' ')}`);
    expect(places).toEqual([
      expect.stringMatching(/^printed\.md:20 echo one did not print "two" but: one/),
      expect.stringMatching(/^ended\.md:10 exit 4 ended with 4/),
      expect.stringMatching(/^serves\.md:10 echo no server ended with 0: no server/),
      expect.stringMatching(/^validated\.md:1[12] .*conflicting values.* {4}sample\.cue:2:4$/),
      expect.stringMatching(/^validated\.md:31 .*invalid value 0/),
      'validated.md:40 validate=e.json names no block of this page: give one the title="e.json"',
      expect.stringMatching(/^validated\.md:50 .*checked by validate/),
      'validated.md:60 a bash block cannot be checked by compile',
      expect.stringMatching(/^validated\.md:70 .*reason=/),
      expect.stringMatching(/^validated\.md:80 .*does not say how it is checked/),
      expect.stringMatching(/^validated\.md:90 Flow sequence/),
      expect.stringMatching(/^compiled\.md:21 Type 'number' is not assignable to type 'string'/),
      expect.stringMatching(/^compiled\.md:31 .*no exported member 'nothing'/),
    ]);
  });
});

describe('comparing what a command prints', () => {
  it.each([
    { given: 'a\nb\nc', expected: ['a', 'c'], missing: null },
    { given: 'a\nb\nc', expected: ['c', 'a'], missing: 'a' },
    { given: '163 pass in 3.2 s', expected: ['163 pass in 4 s'], missing: '163 pass in 4 s' },
    { given: '163 pass in 3.2 s', expected: ['163 pass in … s'], missing: null },
    { given: '{"valid":false}', expected: ['{"valid":true}'], missing: '{"valid":true}' },
    { given: 'pass  X-1  Something long', expected: ['pass  X-1  Something …'], missing: null },
  ])('finds $missing missing for $expected in $given', ({ given, expected, missing }) => {
    expect(missingLine(expected, given)).toBe(missing);
  });

  it.each([
    { given: 'a\nb\nc\n', expected: ['a', 'b'], after: 'c' },
    { given: 'a\nb\nc\n', expected: ['a', '…'], after: null },
    { given: 'a\nb\nc\n', expected: ['a', 'c', ''], after: null },
    { given: 'a\nb\nc\n', expected: [], after: null },
  ])('finds $after after the end of $expected in $given', ({ given, expected, after }) => {
    expect(lineAfterEnd(expected, given)).toBe(after);
    expect(lineAfterEnd(expected, '', given)).toBe(after);
    // A warning on the other stream is not the output of a page.
    expect(lineAfterEnd(expected, given, 'a warning')).toBe(after);
  });
});
