/** A page and heading that an answer rests on. */
export interface Source {
  readonly number: number;
  readonly title: string;
  readonly url: string;
}

/** A part of a line: text, code, or the number of a source. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'citation'; readonly source: Source };

/** A line of pieces. */
export type Line = readonly Piece[];

/** A part of an answer; a quote contains others. */
export type Block =
  | { readonly kind: 'text'; readonly line: Line }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly Line[] }
  /** Without a head when none of its cells has text. */
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] };

const FENCE = /^\s*(`{3,})/;
const QUOTE = /^> ?/;
const ROW = /^\|/;
const DELIMITERS = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;
const ITEM = /^(?:[-*]|(\d+)\.)\s+/;

/** Reads lines of Markdown: the blocks that the agent writes, and a language model usually does. */
export function readBlocks(lines: readonly string[], sources: readonly Source[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  /** The next lines of a kind. */
  const takeWhile = (fits: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && fits(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  const lineOf = (text: string): Line => readPieces(text, sources);
  while (at < lines.length) {
    const first = lines[at] ?? '';
    const [, fence] = FENCE.exec(first) ?? [];
    if (fence !== undefined) {
      at += 1;
      blocks.push({ kind: 'code', text: takeWhile((line) => line.trim() !== fence).join('\n') });
      at += 1;
    } else if (QUOTE.test(first)) {
      const quoted = takeWhile((line) => QUOTE.test(line)).map((line) => line.replace(QUOTE, ''));
      blocks.push({ kind: 'quote', blocks: readBlocks(quoted, sources) });
    } else if (isTable(lines, at)) {
      const [head = [], , ...rows] = takeWhile((line) => ROW.test(line)).map((row) =>
        cellsOf(row).map(lineOf),
      );
      blocks.push({ kind: 'table', head: head.some(({ length }) => length > 0) ? head : [], rows });
    } else if (ITEM.test(first)) {
      const items = takeWhile((line) => ITEM.test(line)).map((item) => lineOf(item.replace(ITEM, '')));
      blocks.push({ kind: 'list', isNumbered: /^\d/.test(first), items });
    } else if (first.trim() === '') {
      at += 1;
    } else {
      at += 1;
      const others = takeWhile(
        (line) => line.trim() !== '' && !FENCE.test(line) && !QUOTE.test(line) && !ITEM.test(line),
      );
      blocks.push({ kind: 'text', line: lineOf([first, ...others].join(' ')) });
    }
  }
  return blocks;
}

function isTable(lines: readonly string[], at: number): boolean {
  return ROW.test(lines[at] ?? '') && DELIMITERS.test(lines[at + 1] ?? '');
}

/** The texts of the cells of a row; a bar within a cell is escaped. */
function cellsOf(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function readPieces(text: string, sources: readonly Source[]): Piece[] {
  return text.split(/(`[^`]+`|\[\d+\])/).flatMap((part): Piece[] => {
    if (part === '') return [];
    if (part.startsWith('`') && part.length > 2) return [{ kind: 'code', text: part.slice(1, -1) }];
    const [, number] = /^\[(\d+)\]$/.exec(part) ?? [];
    const source = sources.find((one) => one.number === Number(number));
    return [source === undefined ? { kind: 'text', text: part } : { kind: 'citation', source }];
  });
}
