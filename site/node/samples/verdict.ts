import type { CodeSample } from '../markdown/render.ts';
import type { Problem } from '../problems.ts';

export interface SamplePage {
  /** Source file, for messages. */
  readonly file: string;
  /** Route of the page; names its folder. */
  readonly name: string;
  readonly samples: readonly CodeSample[];
}

/** A problem with a sample, at the line for its author. */
export function problemAt(page: SamplePage, line: number, message: string): Problem {
  return { file: page.file, line, message };
}
