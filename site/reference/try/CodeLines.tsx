import { scrollable } from '../../shared/scrollable.ts';
import { colorCode } from '../static/color-code.ts';
import type { JsonLine } from './json-lines.ts';

/** Longer answers are cut, so that the page stays quick. */
const MOST_LINES = 2_000;

interface CodeLinesProps {
  readonly title: string;
  readonly lines: readonly JsonLine[];
  readonly language: string;
  /** What departs, by line. */
  readonly marks?: ReadonlyMap<number, string>;
}

/** Code in colors, with a button that copies it without its marks. */
export function CodeLines({ title, lines, language, marks }: CodeLinesProps) {
  const shown = lines.slice(0, MOST_LINES);
  return (
    <figure className="code">
      <figcaption>{title}</figcaption>
      <pre {...scrollable(title)}>
        <code>
          {Array.from(shown.entries(), ([number, { text }]) => (
            <Line key={number} text={text} language={language} mark={marks?.get(number)} />
          ))}
        </code>
      </pre>
      {lines.length > MOST_LINES && (
        <p>
          The first {MOST_LINES} of {lines.length} lines.
        </p>
      )}
      <button type="button" className="copy" data-copy="">
        Copy
      </button>
    </figure>
  );
}

interface LineProps {
  readonly text: string;
  readonly language: string;
  readonly mark: string | undefined;
}

function Line({ text, language, mark }: LineProps) {
  const runs = colorCode(text, language);
  return (
    <span className="try-line" {...(mark !== undefined && { 'data-departs': `✗ ${mark}` })}>
      {Array.from(runs.entries(), ([number, run]) => (
        <span key={number} className={run.className ?? undefined}>
          {run.text}
        </span>
      ))}
      {'\n'}
    </span>
  );
}
