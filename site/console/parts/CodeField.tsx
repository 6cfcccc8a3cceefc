import { memo, type ReactNode, useId, useMemo, useRef } from 'react';
import type { Language } from '../model/color-code.ts';
import type { Finding } from '../model/report.ts';
import { ColoredText } from './ColoredText.tsx';

/** Height of a line, padding of the field, and where its text begins, in rem: the numbers and marks are placed by them. */
const LINE = 1.3;
const PADDING = 0.6;
const TEXT_LEFT = 3.6;

/** A longer text keeps the color of plain text: its elements would make every key slow. */
const COLORED_LINES = 2_000;

/** A field for code: numbered and colored lines, with messages at the end of the lines that they are about. */
export function CodeField({
  label,
  language,
  value,
  findings,
  rows,
  actions,
  onChange,
}: {
  label: string;
  language: Language;
  value: string;
  findings: readonly Finding[];
  rows: number;
  actions?: ReactNode;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const back = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => value.split('\n'), [value]);
  const isColored = lines.length <= COLORED_LINES;
  const goTo = (line: number): void => {
    const { current } = field;
    if (current === null) return;
    const offset = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    current.focus();
    current.setSelectionRange(offset, offset);
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    current.scrollTop = Math.max(0, (line - 4) * LINE * rem);
  };
  return (
    <div className="code-field">
      <div className="code-field-head">
        <label htmlFor={id}>{label}</label>
        {actions}
      </div>
      <div className="code-field-body">
        <div className="code-field-back" aria-hidden="true" ref={back}>
          <div className="code-field-lines">
            <LineNumbers count={lines.length} />
            {isColored && (
              <pre className="code-field-text">
                <ColoredText text={value} language={language} />
              </pre>
            )}
            {findings.map((finding) => (
              <LineMark key={finding.key} finding={finding} lines={lines} />
            ))}
          </div>
        </div>
        <textarea
          ref={field}
          id={id}
          data-colored={isColored ? '' : undefined}
          rows={rows}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          wrap="off"
          value={value}
          aria-invalid={findings.length > 0}
          aria-describedby={`${id}-findings`}
          onChange={({ target }) => onChange(target.value)}
          onScroll={({ currentTarget }) => {
            back.current?.scrollTo(currentTarget.scrollLeft, currentTarget.scrollTop);
          }}
        />
      </div>
      <ul id={`${id}-findings`} className="findings">
        {findings.map(({ key, place, message }) => (
          <li key={key}>
            {place !== undefined && (
              <button type="button" className="link" onClick={() => goTo(Math.min(place.line, lines.length))}>
                Line {place.line}, column {place.column}
              </button>
            )}{' '}
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One text for all numbers: an element for each would make every key slow in a long text. */
const LineNumbers = memo(function LineNumbers({ count }: { count: number }) {
  return (
    <pre className="code-field-numbers">
      {Array.from({ length: count }, (_, index) => index + 1).join('\n')}
    </pre>
  );
});

/** Marks a line behind the text; the list below the field holds the same message. */
function LineMark({ finding: { place, message }, lines }: { finding: Finding; lines: readonly string[] }) {
  if (place === undefined) return null;
  const line = Math.min(place.line, lines.length);
  const length = lines[line - 1]?.length ?? 0;
  return (
    <div
      className="code-field-mark"
      style={{
        top: `${PADDING + (line - 1) * LINE}rem`,
        paddingLeft: `calc(${TEXT_LEFT}rem + ${length + 2}ch)`,
      }}
    >
      <span>{message}</span>
    </div>
  );
}
