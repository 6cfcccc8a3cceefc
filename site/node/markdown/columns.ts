import type { StateCore, Token } from 'markdown-it';

/** A cell with more characters, and with spaces between them, is read as a text. */
const NAME_LENGTH = 24;
const FIGURE = /^\d[\d.,]*(?: ?(?:%|ms|s|kB|MB))?$/;

const LINK = /^\[([^\]]*)\]\([^)]*\)$/;
/** A line does not end inside it, though it has a hyphen. */
const SHORT_ID = /^[A-Za-z]{1,4}-\d{1,4}$/;

/** The cells of one column, its head first, with their texts. */
type Column = (readonly [Token, string])[];

/** The class of a table whose rows are records: a short id, a text, and words that need no header. */
export const RECORDS = 'records';
const ROLES: Readonly<Record<string, string>> = {
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
};

/**
 * Marks the columns of a table by what they hold. A column of texts keeps a readable width in a narrow window, which its
 * first cell says; figures end at the same place; names take what they need.
 */
export function markColumns({ tokens }: StateCore): void {
  let columns: Column[] = [];
  let at = 0;
  let start = 0;
  tokens.forEach((token, index) => {
    if (token.type === 'table_open') {
      columns = [];
      start = index;
    } else if (token.type === 'tr_open') at = 0;
    else if (token.type === 'th_open' || token.type === 'td_open') {
      columns[at] = [...(columns[at] ?? []), [token, tokens[index + 1]?.content ?? '']];
      at += 1;
    } else if (token.type === 'table_close') {
      columns.forEach(markColumn);
      if (areRecords(columns)) markRecords(tokens.slice(start, index));
    }
  });
}

function areRecords([ids, texts, ...others]: readonly Column[]): boolean {
  const classesOf = (column: Column = []) => column.map(([cell]) => cell.attrGet('class'));
  return (
    others.length > 0 &&
    classesOf(ids?.slice(1)).every((name) => name === 'id') &&
    classesOf(texts).includes('text') &&
    others.flatMap(classesOf).every((name) => name === null)
  );
}

/** In a narrow window rows are not laid out as those of a table, so the elements state what they are. */
function markRecords([table, ...inside]: readonly Token[]): void {
  table?.attrSet('class', RECORDS);
  for (const token of inside) {
    const role = ROLES[token.type];
    if (role !== undefined) token.attrSet('role', role);
  }
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
