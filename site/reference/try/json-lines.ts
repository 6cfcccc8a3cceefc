import { memberPointer } from './check-value.ts';

/** A line of JSON with what begins in it. */
export interface JsonLine {
  readonly text: string;
  /** Of the value that begins in this line. */
  readonly pointer?: string;
}

const INDENT = '  ';

/** A value over several lines, as `JSON.stringify` writes it with two spaces. */
export function jsonLines(value: unknown, pointer = '', indent = '', before = '', after = ''): JsonLine[] {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return [{ text: indent + before + JSON.stringify(value) + after, pointer }];
  const members = Object.entries(value);
  const inside = members.flatMap(([name, member], index) =>
    jsonLines(
      member,
      memberPointer(pointer, name),
      indent + INDENT,
      isList ? '' : `${JSON.stringify(name)}: `,
      index < members.length - 1 ? ',' : '',
    ),
  );
  const [open, close] = isList ? '[]' : '{}';
  return [{ text: `${indent}${before}${open}`, pointer }, ...inside, { text: `${indent}${close}${after}` }];
}

/** The line of the value, or for an absent one of the nearest value round it. */
export function lineOf(lines: readonly JsonLine[], pointer: string): number {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = lines.findIndex((line) => line.pointer === at);
    if (found >= 0 || at === '') return found;
  }
}
