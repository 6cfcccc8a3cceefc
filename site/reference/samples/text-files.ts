import { ResponseValue } from './response-values.ts';

/** Longer texts of several lines, and longer JSON in a text, are separate files in samples: inside JSON they are unreadable. */
const INLINE_TEXT_MAX = 200;

/** A text inside a value that samples read from a file. */
export class TextFile {
  readonly name: string;
  readonly text: string;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  get language(): 'json' | 'yaml' {
    return this.name.endsWith('.json') ? 'json' : 'yaml';
  }

  /** In JSON that is shown and not sent. */
  get placeholder(): string {
    return `<content of ${this.name}>`;
  }

  toJSON(): string {
    return this.text;
  }
}

/** The value with its long texts as files, named after the members that hold them. */
export function withTextFiles(value: unknown, name = 'descriptor'): unknown {
  if (typeof value === 'string') {
    const isJson = value.startsWith('{');
    if (value.length <= INLINE_TEXT_MAX || !(isJson || value.includes('\n'))) return value;
    return new TextFile(`${name}.${isJson ? 'json' : 'yaml'}`, value);
  }
  if (Array.isArray(value)) return value.map((item) => withTextFiles(item, name));
  if (typeof value !== 'object' || value === null || isReplaced(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member, withTextFiles(inner, member)]),
  );
}

/** Whether a value is no part of JSON itself. */
function isReplaced(value: object): boolean {
  return value instanceof TextFile || value instanceof ResponseValue;
}

/** The files of a value that {@link withTextFiles} or a page has prepared, in their order. */
export function filesIn(value: unknown): TextFile[] {
  if (value instanceof TextFile) return [value];
  return typeof value === 'object' && value !== null && !(value instanceof ResponseValue)
    ? Object.values(value).flatMap(filesIn)
    : [];
}

/** JSON over several lines with a replacement for each file. */
export function jsonWith(value: unknown, replacement: (file: TextFile) => string): string {
  const files = filesIn(value);
  const json = JSON.stringify(
    value,
    // The second argument of a replacer is already text.
    function (this: Readonly<Record<string, unknown>>, name: string, text: unknown) {
      const member = this[name];
      if (member instanceof TextFile) return `\u0000${files.indexOf(member)}`;
      return member instanceof ResponseValue ? String(member) : text;
    },
    2,
  );
  return files.reduce(
    (written, file, index) => written.replace(`"\\u0000${index}"`, () => replacement(file)),
    json,
  );
}

/** An example as JSON that can be read, and its long texts. */
export function readableExample(value: unknown): {
  readonly json: string;
  readonly files: readonly TextFile[];
} {
  const shown = withTextFiles(value);
  return { json: jsonWith(shown, (file) => JSON.stringify(file.placeholder)), files: filesIn(shown) };
}
