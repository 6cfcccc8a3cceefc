import { type Block, readBlocks, type Source } from './read-blocks.ts';

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

/** Reads the Markdown of an answer. */
export function readAnswer(message: string): Answer {
  const at = message.lastIndexOf(SOURCES);
  const sources = at < 0 ? [] : readSources(message.slice(at + SOURCES.length));
  const blocks = readBlocks((at < 0 ? message : message.slice(0, at)).split('\n'), sources);
  const isQuoted = blocks.some(({ kind }) => kind === 'quote');
  return { kind: sources.length === 0 ? 'refused' : isQuoted ? 'quoted' : 'written', blocks, sources };
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
