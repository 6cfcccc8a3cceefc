import { runSamples, type SampleHost } from '../samples/run-samples.ts';
import type { SamplePage } from '../samples/verdict.ts';
import { type Cast, type CastEvent, ESCAPE, REMARK } from './cast.ts';
import { type Scene, showFile } from './script.ts';

const WIDTH = 100;
const HEIGHT = 26;
const PROMPT = `${ESCAPE}[1;32m$${ESCAPE}[0m `;
const NOTE = `${ESCAPE}[36m`;
const GOES_ON = 'It goes on running; here is another terminal.';
const PLAIN = `${ESCAPE}[0m`;

/** Seconds. */
const PER_CHARACTER = 0.045;
const BEFORE_ENTER = 0.4;
const BEFORE_OUTPUT = 0.25;
const PER_LINE = 0.03;
/** How long a viewer reads new output, before this is stretched to the requested length. */
const LOOK = 1.2;
const LOOK_PER_LINE = 0.55;
const LOOK_AT_REMARK = 1.5;
/** The minimum share of the needed reading time; a recording below it is too short. */
const LEAST_STRETCH = 0.5;

/** An event on the screen, and its reading time. */
type Beat =
  | { readonly kind: 'print'; readonly text: string; readonly after: number }
  | { readonly kind: 'look'; readonly weight: number }
  | { readonly kind: 'mark'; readonly text: string };

/**
 * Runs the samples of a page and turns their output into a recording of exactly `seconds`. Only the timing is made up:
 * commands and output come from the run.
 * @throws Error when a sample does not do what its page says, or when the output is too long for that time
 */
export async function recordPage(
  page: SamplePage,
  scenes: readonly Scene[],
  host: SampleHost,
  { title, seconds }: { readonly title: string; readonly seconds: number },
): Promise<Cast> {
  const printed = new Map<string, string[]>();
  const problem = await runSamples(page, {
    ...host,
    onOutput: (sample, command, output) => {
      const key = keyOf(sample.line, command);
      printed.set(key, [...(printed.get(key) ?? []), output]);
    },
  });
  if (problem) throw new Error(`${problem.file}:${problem.line}  ${problem.message}`);
  const beats = scenes.flatMap((scene) => beatsOf(scene, printed));
  return { width: WIDTH, height: HEIGHT, title, events: pace(beats, seconds) };
}

function keyOf(line: number, command: string): string {
  return `${line} ${command}`;
}

function beatsOf(scene: Scene, printed: ReadonlyMap<string, string[]>): Beat[] {
  if (scene.kind === 'chapter') return [{ kind: 'mark', text: scene.text }, ...remark(scene.text)];
  const isFile = scene.kind === 'file';
  const output = isFile
    ? scene.output.join('\n')
    : // A repeated command may print different output each time.
      (printed.get(keyOf(scene.sample?.line ?? 0, scene.text))?.shift() ?? '');
  const lines = output.trimEnd() === '' ? [] : output.trimEnd().split('\n');
  return [
    { kind: 'print', text: PROMPT, after: 0 },
    ...type(isFile ? showFile(scene.text) : scene.text),
    { kind: 'print', text: '', after: BEFORE_ENTER },
    { kind: 'print', text: '\r\n', after: BEFORE_OUTPUT },
    ...lines.map((line): Beat => ({ kind: 'print', text: `${line.trimEnd()}\r\n`, after: PER_LINE })),
    { kind: 'look', weight: LOOK + LOOK_PER_LINE * Math.min(lines.length, HEIGHT) },
    ...(scene.sample?.meta.isBackground ? remark(GOES_ON) : []),
  ];
}

/** A line that only announces the next step. */
function remark(text: string): Beat[] {
  return [
    { kind: 'print', text: PROMPT + NOTE, after: 0 },
    ...type(REMARK + text),
    { kind: 'print', text: `${PLAIN}\r\n`, after: 0 },
    { kind: 'look', weight: LOOK_AT_REMARK },
  ];
}

function type(text: string): Beat[] {
  return [...text].map((character) => ({
    kind: 'print',
    text: character === '\n' ? '\r\n' : character,
    after: PER_CHARACTER,
  }));
}

/** Gives every event its time; reading times are stretched to the requested total. */
function pace(beats: readonly Beat[], seconds: number): CastEvent[] {
  const printing = beats.reduce((sum, beat) => sum + (beat.kind === 'print' ? beat.after : 0), 0);
  const looking = beats.reduce((sum, beat) => sum + (beat.kind === 'look' ? beat.weight : 0), 0);
  const stretch = (seconds - printing) / looking;
  if (stretch < LEAST_STRETCH)
    throw new Error(
      `too much to show: ${printing.toFixed(0)} s of typing leave no time to read in ${seconds} s`,
    );
  const events: CastEvent[] = [];
  let now = 0;
  for (const beat of beats) {
    if (beat.kind === 'mark') events.push([round(now), 'm', beat.text]);
    else if (beat.kind === 'look') now += beat.weight * stretch;
    else {
      if (beat.text !== '') events.push([round(now), 'o', beat.text]);
      now += beat.after;
    }
  }
  return [...events, [seconds, 'o', PROMPT]];
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
