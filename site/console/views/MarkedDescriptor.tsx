import { useMemo } from 'react';
import { notesByLine, type ResourceResult } from '../model/report.ts';
import { ColoredLine } from '../parts/ColoredText.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';
import { toneOf } from '../parts/Status.tsx';
import { hashOf } from '../route.ts';

/** Id of the element of a line. */
const lineId = (line: number): string => `line-${line}`;

/** Moves the focus to a line, which scrolls it into view. */
export function showLine(line: number): void {
  const element = document.getElementById(lineId(line));
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
}

/** A descriptor whose failing lines are marked, with the messages below them. */
export function MarkedDescriptor({
  text,
  results,
  nameOf,
}: {
  text: string;
  results: readonly ResourceResult[];
  nameOf: (entityId: string) => string;
}) {
  const lines = useMemo(() => text.replace(/\n$/, '').split('\n'), [text]);
  const notes = notesByLine(results, lines.length);
  const numbered = lines.map((content, index) => ({ content, line: index + 1 }));
  return (
    <ScrollRegion className="source" label="Descriptor with findings">
      <ol>
        {numbered.map(({ content, line }) => {
          const own = notes.get(line) ?? [];
          const [worst] = own;
          if (worst === undefined) {
            return (
              <li key={line} className="source-line">
                <code>
                  <ColoredLine line={content} language="yaml" />
                </code>
              </li>
            );
          }
          return (
            <li
              key={line}
              id={lineId(line)}
              className="source-line source-marked"
              data-tone={toneOf(worst.result.outcome)}
              tabIndex={-1}
            >
              <mark>
                <ColoredLine line={content} language="yaml" />
              </mark>
              {own.map(({ finding, result }) => (
                <p key={finding.key} className="source-note" data-tone={toneOf(result.outcome)}>
                  {finding.message}{' '}
                  <a href={hashOf(['policies', result.entityId])}>{nameOf(result.entityId)}</a>
                </p>
              ))}
            </li>
          );
        })}
      </ol>
    </ScrollRegion>
  );
}
