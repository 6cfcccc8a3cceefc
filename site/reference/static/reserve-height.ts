/** A part of a reference that the browser skips while it is off screen. */
const BLOCK = /<section class="(?:operation|schema|lifecycle|error)"([\s\S]*?)<\/section>/g;
const HEAD = /^<section class="\w+"/;
const FOLDED = /(<\/summary>)[\s\S]*?(<\/details>)/g;
const CELLS = /<t(?:d|h scope="row")[\s\S]*?<\/t[dh]>/g;
const LINE_STARTS = /<(?:p|li|h4|h5|dt|summary|table)[ >]/g;
const ROW_STARTS = /<tr/g;
const TAG = /<[^>]*>/g;

/** Heights in pixels: of an empty block, and what a row, a character in a table, one outside and the start of a line add. */
interface Measure {
  readonly empty: number;
  readonly row: number;
  readonly inTable: number;
  readonly outside: number;
  readonly line: number;
}

/** Envelopes of the heights that browsers give our blocks, up to 819 px of width and from 820 px on. */
const NARROW: Measure = { empty: 112, row: 40, inTable: 1.1, outside: 1.3, line: 5.5 };
const WIDE: Measure = { empty: 117, row: 0, inTable: 1.3, outside: 0.9, line: 11 };
const ROOT_FONT = 16;

/**
 * Says of every block how much room to keep for it until it is shown. Never too little: what is skipped would lie over its
 * neighbours for programs that ask where links are, and the page would jump.
 */
export function reserveHeights(html: string): string {
  return html.replace(BLOCK, (block) => {
    const shown = block.replace(FOLDED, '$1$2');
    const inTable = (shown.match(CELLS) ?? []).reduce((sum, cell) => sum + textLength(cell), 0);
    const outside = textLength(shown) - inTable;
    const lines = shown.match(LINE_STARTS)?.length ?? 0;
    const rows = shown.match(ROW_STARTS)?.length ?? 0;
    const room = ({ empty, row, inTable: cell, outside: text, line }: Measure) =>
      Math.ceil((empty + rows * row + inTable * cell + outside * text + lines * line) / ROOT_FONT);
    return block.replace(HEAD, `$& style="--narrow:${room(NARROW)}rem;--wide:${room(WIDE)}rem"`);
  });
}

function textLength(html: string): number {
  return html.replace(TAG, '').length;
}
