/** A piece of a result's text. */
export interface Segment {
  readonly text: string;
  readonly isMatch: boolean;
}

/** As search sees words: with dots between digits, and each part of a name in camel case is one. */
const WORD = /[\p{L}\p{N}](?:(?!(?<=[a-z\d])[A-Z])[\p{L}\p{N}])*(?:(?<=\d)\.\d+)*/gu;
const ELLIPSIS = '…';
/** What ends a sentence or a part of one says nothing before the dots that go on. */
const LOOSE_END = /[.,;:]+$/;

/**
 * Cuts a text to about `length` characters where most words match, and marks them.
 * `matches` decides about one lower-case word.
 */
export function highlight(text: string, length: number, matches: (word: string) => boolean): Segment[] {
  const hits = [...text.matchAll(WORD)].filter(([word]) => matches(word.toLowerCase()));
  const first = densest(hits, length);
  const { from, to } = windowRound(text, first, length);
  const segments: Segment[] = [];
  const push = (piece: string, isMatch: boolean) => {
    const before = segments.at(-1);
    // What is found of one name is one mark.
    if (isMatch && before?.isMatch) segments[segments.length - 1] = { text: before.text + piece, isMatch };
    else if (piece !== '') segments.push({ text: piece, isMatch });
  };
  if (from > 0) push(ELLIPSIS, false);
  let at = from;
  for (const hit of hits) {
    const end = hit.index + hit[0].length;
    if (hit.index < at || end > to) continue;
    push(text.slice(at, hit.index), false);
    push(hit[0], true);
    at = end;
  }
  const isCut = to < text.length;
  push(isCut ? text.slice(at, to).replace(LOOSE_END, '') : text.slice(at, to), false);
  if (isCut) push(ELLIPSIS, false);
  return segments;
}

/** Where the part of a text begins that has the most different matches, the first of them. */
function densest(hits: readonly RegExpExecArray[], length: number): number {
  let best = { from: hits[0]?.index ?? 0, words: 0 };
  for (const [nth, { index }] of hits.entries()) {
    const words = new Set<string>();
    // The part begins a third of its length before its first match.
    for (let at = nth; at < hits.length && (hits[at]?.index ?? 0) < index + (length * 2) / 3; at += 1)
      words.add((hits[at]?.[0] ?? '').toLowerCase());
    if (words.size > best.words) best = { from: index, words: words.size };
  }
  return best.from;
}

function windowRound(text: string, first: number, length: number): { from: number; to: number } {
  if (text.length <= length) return { from: 0, to: text.length };
  const wanted = Math.max(0, Math.min(first - Math.floor(length / 3), text.length - length));
  // Whole words read better than the exact length.
  const from = wanted === 0 ? 0 : Math.min(text.indexOf(' ', wanted) + 1 || wanted, first);
  const cut = Math.min(text.length, from + length);
  const space = text.lastIndexOf(' ', cut);
  return { from, to: cut < text.length && space > first ? space : cut };
}
