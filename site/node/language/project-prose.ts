/** Text between two marks: a comment, or a string that only the program reads. */
interface Span {
  readonly begin: RegExp;
  /** Without one, the span ends with the line. */
  readonly end?: RegExp;
  readonly isProse: boolean;
}

/** Comments until the end of the line, alone or after code. */
const HASH: Span = { begin: /(?:^|\s)#(?![!\w])/, isProse: true };
const SLASHES: Span = { begin: /(?:^|\s)\/\//, isProse: true };

/** What kinds of files contain besides code; the first span that fits a line counts. */
const SPANS: readonly (readonly [files: RegExp, spans: readonly Span[]])[] = [
  [
    /\.py$/,
    [{ begin: /^\s*"""/, end: /"""/, isProse: true }, { begin: /"""/, end: /"""/, isProse: false }, HASH],
  ],
  [
    /\.(?:ts|java)$/,
    [
      { begin: /^\s*\/\*\*?/, end: /\*\//, isProse: true },
      { begin: /"""/, end: /"""/, isProse: false },
      SLASHES,
    ],
  ],
  [/\.xml$/, [{ begin: /<!--/, end: /-->/, isProse: true }]],
  [/\.sql$/, [{ begin: /(?:^|\s)--\s/, isProse: true }]],
  [/\.(?:ya?ml|toml|txt)$|(?:^|\/)(?:Dockerfile|\w+ignore)$/, [HASH]],
];

/** Marks in comments of TypeScript and Java: `{@code a}` is code, and `@param a` precedes a separate text. */
const INLINE_TAG = /\{@\w+ ([^}]*)\}/g;
const BLOCK_TAG = /^@(?:(?:param|throws) \S+|\w+)\s?/;
/** Markdown does not see that this is a link, because a project replaces its braces. */
const ADDRESS = /<(https?:[^>]*)>/g;

/** A README without its title, of other files the comments; every line stays where it was. */
export function proseOfProject(file: string, text: string): string {
  if (/(?:^|\/)readme$/.test(file)) return text.replace(/^# .*/, '').replaceAll(ADDRESS, '`$1`');
  const [, spans = []] = SPANS.find(([files]) => files.test(file)) ?? [];
  let open: Span | undefined;
  const lines = text.split('\n').map((line) => {
    let rest = line;
    if (open === undefined) {
      open = spans.find(({ begin }) => begin.test(line));
      const { 0: mark, index } = open?.begin.exec(line) ?? { 0: '', index: 0 };
      rest = line.slice(index + mark.length);
    }
    const span = open;
    const length = span?.end === undefined ? -1 : rest.search(span.end);
    if (span?.end === undefined || length !== -1) open = undefined;
    return span?.isProse ? plain(length === -1 ? rest : rest.slice(0, length)) : '';
  });
  return lines.join('\n');
}

function plain(comment: string): string {
  return comment
    .replace(/^\s*\*?\s*(?:<p>)?/, '')
    .replaceAll(INLINE_TAG, '`$1`')
    .replace(BLOCK_TAG, '- ')
    .trimEnd();
}
