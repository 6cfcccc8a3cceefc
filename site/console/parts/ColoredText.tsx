import { memo } from 'react';
import { colorLine, type Language } from '../model/color-code.ts';

/** Code in the colors of its language. */
export function ColoredText({ text, language }: { text: string; language: Language }) {
  // Only lines that changed are colored again, so the place is the key.
  const lines = text.split('\n').map((line, index) => ({ line, place: String(index) }));
  return lines.map(({ line, place }, index) => (
    <span key={place}>
      <ColoredLine line={line} language={language} />
      {index < lines.length - 1 && '\n'}
    </span>
  ));
}

export const ColoredLine = memo(function ColoredLine({
  line,
  language,
}: {
  line: string;
  language: Language;
}) {
  const runs = colorLine(line, language).map((run, index) => ({ ...run, place: String(index) }));
  return runs.map(({ text, className, place }) =>
    className === null ? (
      text
    ) : (
      <span key={place} className={`code-${className}`}>
        {text}
      </span>
    ),
  );
});
