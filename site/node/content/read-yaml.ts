import { readFileSync } from 'node:fs';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { Problem } from '../problems.ts';

export interface YamlFile {
  readonly document: Document;
  readonly lines: LineCounter;
}

/** Parses a file as YAML; reports a problem and returns null when it is not valid. */
export function readYaml(file: string, absolute: string, problems: Problem[]): YamlFile | null {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(absolute, 'utf8'), { lineCounter: lines });
  for (const { pos, message } of document.errors) {
    const [sentence = message] = message.split(' at line ', 1);
    problems.push({ file, line: lines.linePos(pos[0]).line, message: `cannot be read: ${sentence}` });
  }
  return document.errors.length === 0 ? { document, lines } : null;
}
