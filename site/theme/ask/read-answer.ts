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

/** A paragraph, or a quoted passage. */
export interface Block {
  readonly isQuote: boolean;
  readonly pieces: readonly Piece[];
}

/** An answer of the documentation agent. */
export interface Answer {
  /** `quoted`: passages without a language model; `refused`: the documentation does not answer the question. */
  readonly kind: 'written' | 'quoted' | 'refused';
  readonly blocks: readonly Block[];
  readonly sources: readonly Source[];
}

/** Between the text of an answer and its sources. */
const SOURCES = '\n\nSources:\n\n';
const SOURCE = /^- \[(\d+)\] \[(.*)\]\((\S+)\)$/;
const QUOTE = '> ';

/** Reads the Markdown of an answer, in the form in which the agent writes it. */
export function readAnswer(message: string): Answer {
  const at = message.lastIndexOf(SOURCES);
  const sources = at < 0 ? [] : readSources(message.slice(at + SOURCES.length));
  const text = at < 0 ? message : message.slice(0, at);
  const blocks = text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block): Block => {
      const isQuote = block.startsWith(QUOTE);
      return { isQuote, pieces: readPieces(isQuote ? block.slice(QUOTE.length) : block, sources) };
    });
  const kind =
    sources.length === 0 ? 'refused' : blocks.some(({ isQuote }) => isQuote) ? 'quoted' : 'written';
  return { kind, blocks, sources };
}

function readSources(list: string): Source[] {
  return list.split('\n').flatMap((line) => {
    const [, number, title, url] = SOURCE.exec(line) ?? [];
    if (number === undefined || title === undefined || url === undefined || !isPage(url)) return [];
    return [{ number: Number(number), title, url }];
  });
}

/** An address of a page; nothing that a browser would run. */
function isPage(url: string): boolean {
  return /^(?:\/(?!\/)|https?:\/\/)/.test(url);
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
