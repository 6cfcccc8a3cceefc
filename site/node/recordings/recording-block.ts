import { existsSync } from 'node:fs';
import path from 'node:path';
import type { MarkdownIt, Env as ParserEnv } from 'markdown-it';
import { escapeHtml } from '../output/escape.ts';
import type { Problem } from '../problems.ts';
import { durationOf, readCast, secondsOf, transcriptOf } from './cast.ts';
import { type RecordingLine, readRecordingLine } from './recording.ts';

/** The page's location, and where its problems go. */
interface RecordingInput {
  readonly file: string;
  readonly absolute: string;
  readonly bodyOffset: number;
  readonly resolveLink: (href: string, line: number) => string;
  readonly problems: Problem[];
}

/** Address of the player's document in the site. */
export const PLAYER = 'recordings/player.html';

/** Adds `::: recording NAME MM:SS`: a player for a recording beside the page, with its text. */
export function addRecordings(md: MarkdownIt, inputOf: (env: ParserEnv | undefined) => RecordingInput): void {
  md.block.ruler.before(
    'fence',
    'recording',
    (state, startLine, _endLine, silent) => {
      const found = readRecordingLine(state.getLines(startLine, startLine + 1, state.blkIndent, false));
      if (!found) return false;
      if (silent) return true;
      const token = state.push('html_block', '', 0);
      token.map = [startLine, startLine + 1];
      token.content = render(found, inputOf(state.env), startLine);
      state.line = startLine + 1;
      return true;
    },
    { alt: ['paragraph'] },
  );
}

function render({ name, time }: RecordingLine, input: RecordingInput, startLine: number): string {
  const line = input.bodyOffset + startLine + 1;
  const file = path.join(path.dirname(input.absolute), `${name}.cast`);
  const report = (message: string): string => {
    input.problems.push({ file: input.file, line, message });
    return '';
  };
  if (!existsSync(file))
    return report(`recording ${name}.cast does not exist: npm run record:tutorials -w site makes it`);
  const cast = readCast(file);
  if (durationOf(cast) !== secondsOf(time))
    return report(`recording ${name}.cast takes ${durationOf(cast)} s and not ${time}: record it anew`);
  const title = escapeHtml(`Recording: ${cast.title}, ${time}`);
  const address = escapeHtml(input.resolveLink(`pathname:///${PLAYER}?cast=${name}`, line));
  return (
    `<figure class="recording"><button type="button" class="recording-play" data-play="${address}" data-title="${title}">` +
    `<span class="recording-end" aria-hidden="true">${escapeHtml(endOf(transcriptOf(cast)))}</span>` +
    `<span class="recording-label">Play the recording <span>${time}</span></span></button>` +
    '<figcaption>The commands of this page and what they print. Space pauses, the arrow keys move, ' +
    '[ and ] jump from step to step, f fills the screen.</figcaption>' +
    '<details><summary>Transcript of the recording</summary><div class="details-body">' +
    `<pre tabindex="0" role="group" aria-label="Transcript">${escapeHtml(transcriptOf(cast).trimEnd())}</pre>` +
    '</div></details></figure>\n'
  );
}

/** Lines that fit behind the button. */
const END_LINES = 12;

function endOf(transcript: string): string {
  return transcript.trimEnd().split('\n').slice(-END_LINES).join('\n');
}
