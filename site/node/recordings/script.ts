import type { CodeSample } from '../markdown/render.ts';
import { sessionSteps } from '../markdown/session.ts';
import type { SamplePage } from '../samples/verdict.ts';

/** One event of a recording. */
export interface Scene {
  readonly kind: 'chapter' | 'file' | 'command';
  /** Title of the chapter, name of the file, or the command. */
  readonly text: string;
  /** The expected output: all of a file, or the lines of a command that matter. */
  readonly output: readonly string[];
  readonly sample: CodeSample | null;
}

const HEADING = /^## (\d+\. .+)$/;

/** The content of a page's recording, in order: its numbered sections, the files that it writes, and its commands. */
export function scriptOf(page: SamplePage, body: string, bodyOffset: number): Scene[] {
  const chapters = body.split('\n').flatMap((text, index) => {
    const title = HEADING.exec(text)?.[1];
    return title === undefined ? [] : [{ line: bodyOffset + index + 1, title }];
  });
  const scenes: Scene[] = [];
  let next = 0;
  for (const sample of page.samples) {
    for (let chapter = chapters[next]; chapter && chapter.line < sample.line; chapter = chapters[++next])
      scenes.push({ kind: 'chapter', text: chapter.title, output: [], sample: null });
    scenes.push(...scenesOf(sample));
  }
  return scenes;
}

function scenesOf(sample: CodeSample): Scene[] {
  const { meta, code } = sample;
  if (meta.mode === 'run' && meta.language === 'bash') {
    return sessionSteps(code).map(({ command, output }) => ({
      kind: 'command',
      text: command,
      output,
      sample,
    }));
  }
  if (meta.title === null || meta.mode === 'show-only') return [];
  return [{ kind: 'file', text: meta.title, output: code.replace(/\n$/, '').split('\n'), sample }];
}

/** The command that shows a file. */
export function showFile(name: string): string {
  return `cat ${name}`;
}
