import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import createParser from 'markdown-it';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../config.ts';
import { loadContent } from '../content/load.ts';
import { parseCodeMeta } from '../markdown/code-meta.ts';
import type { Problem } from '../problems.ts';
import { missingLine } from '../samples/run-samples.ts';
import { loadSamplePages } from '../samples/sample-pages.ts';
import { inFirstTab, type SamplePage } from '../samples/verdict.ts';
import { type Cast, durationOf, printCast, readCast, secondsOf, stepsOf, transcriptOf } from './cast.ts';
import { recordPage } from './record.ts';
import { addRecordings } from './recording-block.ts';
import { type Scene, scriptOf, showFile } from './script.ts';
import { recordedPages } from './tutorials.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const settings = readSettings([], {});
const recorded = recordedPages(loadContent(settings.contentDir, []).sources, loadSamplePages(settings));

describe('the recordings of this site', () => {
  it('are those of the two tutorials, and take as long as they say', () => {
    expect(recorded.map(({ source, time }) => [source.route, time])).toEqual([
      ['/tutorials/llm-policy/', '05:45'],
      ['/tutorials/marketplace-customization/', '03:40'],
    ]);
    expect(recorded.map(({ cast }) => durationOf(readCast(cast)))).toEqual([345, 220]);
  });

  it.each(recorded)('show every command of $source.file and what it prints', ({ page, source, cast }) => {
    const recording = readCast(cast);
    expect(differences(scriptOf(page, source.body, source.bodyOffset), recording)).toEqual([]);
  });

  it.each(recorded)('of $source.file tell nothing about the machine they were made on', ({ cast }) => {
    expect(transcriptOf(readCast(cast))).not.toMatch(/\/(?:home|root|tmp|work|Users)\//);
  });
});

/** Differences between a recording and its page. */
function differences(scenes: readonly Scene[], recording: Cast): string[] {
  const shown = stepsOf(recording);
  const wanted = scenes.filter(({ kind }) => kind !== 'chapter');
  const chapters = scenes.filter(({ kind }) => kind === 'chapter').map(({ text }) => text);
  const marks = recording.events.filter(([, kind]) => kind === 'm').map(([, , text]) => text);
  const found = wanted.flatMap(({ kind, text, output }, index) => {
    const { command = '', output: printed = [] } = shown[index] ?? {};
    const expected = kind === 'file' ? showFile(text) : text;
    if (command !== expected) return [`${expected} is recorded as ${command}`];
    const isSame =
      kind === 'file'
        ? printed.join('\n').trimEnd() === output.join('\n').trimEnd()
        : missingLine(output, printed.join('\n')) === null;
    return isSame ? [] : [`${expected} is recorded with ${printed.join('\n')}`];
  });
  if (shown.length !== wanted.length) found.push(`${shown.length} commands instead of ${wanted.length}`);
  if (marks.join('\n') !== chapters.join('\n')) found.push(`chapters ${marks.join(', ')}`);
  return found;
}

const BODY = '## 1. Begin\n\nA file.\n\n## 2. Go on\n\nCommands.\n';
const PAGE: SamplePage = {
  file: 'a.md',
  name: '/a/',
  samples: [
    { meta: parseCodeMeta('json title="a.json" run'), code: '{ "a": 1 }\n', line: 3 },
    { meta: parseCodeMeta('bash run background'), code: '$ echo Serving at nowhere; sleep 60\n', line: 7 },
    {
      meta: parseCodeMeta('bash run'),
      code: '$ cat a.json >> b; wc -l < b\n1\n$ cat a.json >> b; wc -l < b\n2\n',
      line: 8,
    },
  ],
};
const SCENES = scriptOf(PAGE, BODY, 0);

function record(page: SamplePage, seconds: number): Promise<Cast> {
  const host = { folder: path.join(folder, 'run'), commands: new Map(), keepsPorts: true };
  return recordPage(page, SCENES, host, { title: 'A page', seconds });
}

describe('recording a page', () => {
  it('shows the first tab of each group', () => {
    const inTabs = PAGE.samples.map((one, index) => ({ ...one, tab: index === 0 ? 'typescript' : 'python' }));
    expect(inFirstTab({ ...PAGE, samples: inTabs }).samples).toEqual(inTabs.slice(0, 1));
  });

  it('shows files, commands and what was printed, and lasts exactly as long as asked', async () => {
    const cast = await record(PAGE, 60);
    expect(durationOf(cast)).toBe(60);
    expect(differences(SCENES, cast)).toEqual([]);
    const times = cast.events.map(([seconds]) => seconds);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const file = path.join(folder, 'a.cast');
    writeFileSync(file, printCast(cast));
    expect(readCast(file)).toMatchObject({ title: 'A page', events: cast.events });
  });

  it('notices a page that has changed since', async () => {
    const cast = await record(PAGE, 60);
    const [first, second, third] = PAGE.samples;
    if (!first || !second || !third) throw new Error('the page has three samples');
    const changed = { ...PAGE, samples: [{ ...first, code: '{ "a": 2 }\n' }, second, third] };
    expect(differences(scriptOf(changed, BODY, 0), cast)).toEqual([expect.stringContaining('cat a.json')]);
    const shorter = { ...PAGE, samples: [first, second] };
    expect(differences(scriptOf(shorter, BODY, 0), cast)).toEqual(['4 commands instead of 2']);
    expect(differences(scriptOf(PAGE, BODY.replace('Go on', 'Go'), 0), cast)).toEqual([
      'chapters 1. Begin, 2. Go on',
    ]);
  });

  it('rejects a duration that is too short to read it', async () => {
    await expect(record(PAGE, 5)).rejects.toThrow(/too much to show/);
  });

  it('refuses a page whose commands do something else', async () => {
    const wrong = { meta: parseCodeMeta('bash run'), code: '$ echo one\ntwo\n', line: 3 };
    await expect(record({ ...PAGE, samples: [wrong] }, 60)).rejects.toThrow(/a\.md:3 {2}echo one/);
  });
});

describe('a recording on a page', () => {
  const problems: Problem[] = [];
  const md = createParser();
  addRecordings(md, () => ({
    file: 'a.md',
    absolute: path.join(folder, 'a.md'),
    bodyOffset: 4,
    resolveLink: (href) => href.replace('pathname://', '/base'),
    problems,
  }));

  it('is a button, with the words of the recording beside it', async () => {
    writeFileSync(path.join(folder, 'b.cast'), printCast(await record(PAGE, 65)));
    const html = md.render('::: recording b 01:05\n');
    expect(problems).toEqual([]);
    expect(html).toContain('data-play="/base/recordings/player.html?cast=b"');
    expect(html).toContain('data-title="Recording: A page, 01:05"');
    expect(html).toMatch(/<pre tabindex="0"[^>]*>.*\{ &quot;a&quot;: 1 \}/s);
  });

  it('has to exist and to last as long as the page says', () => {
    md.render('Words.\n\n::: recording b 01:06\n\n::: recording none 01:05\n');
    expect(problems).toEqual([
      { file: 'a.md', line: 7, message: expect.stringContaining('takes 65 s and not 01:06') },
      { file: 'a.md', line: 9, message: expect.stringContaining('does not exist') },
    ]);
  });

  it.each([
    ['05:45', 345],
    ['5:45', Number.NaN],
    ['05:75', Number.NaN],
  ])('lasts %s, which is %d seconds', (time, seconds) => {
    expect(secondsOf(time)).toBe(seconds);
  });
});
