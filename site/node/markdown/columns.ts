import type { StateCore, Token } from 'markdown-it';

/** A cell with more characters, and with spaces between them, is read as a text. */
const NAME_LENGTH = 24;
const FIGURE = /^\d[\d.,]*(?: ?(?:%|ms|s|kB|MB))?$/;

const LINK = /^\[([^\]]*)\]\([^)]*\)$/;
/** A line does not end inside it, though it has a hyphen. */
const SHORT_ID = /^[A-Za-z]{1,4}-\d{1,4}$/;

/** The cells of one column, its head first, with their texts. */
type Column = (readonly [Token, string])[];

/**
 * Marks the columns of a table by what they hold. A column of texts keeps a readable width in a narrow window, which its
 * first cell says; figures end at the same place; names take what they need.
 */
export function markColumns({ tokens }: StateCore): void {
  let columns: Column[] = [];
  let at = 0;
  tokens.forEach((token, index) => {
    if (token.type === 'table_open') columns = [];
    else if (token.type === 'tr_open') at = 0;
    else if (token.type === 'th_open' || token.type === 'td_open') {
      columns[at] = [...(columns[at] ?? []), [token, tokens[index + 1]?.content ?? '']];
      at += 1;
    } else if (token.type === 'table_close') columns.forEach(markColumn);
  });
}

function markColumn(column: Column): void {
  for (const [cell, text] of column) if (SHORT_ID.test(text.replace(LINK, '$1'))) cell.attrSet('class', 'id');
  const [head, ...body] = column;
  if (head === undefined) return;
  if (column.some(([, text]) => text.length > NAME_LENGTH && text.includes(' ')))
    head[0].attrSet('class', 'text');
  else if (head[0].tag === 'th' && body.length > 0 && body.every(([, text]) => FIGURE.test(text)))
    for (const [cell] of column) cell.attrSet('class', 'num');
}
