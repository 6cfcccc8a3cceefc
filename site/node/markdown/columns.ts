import type { StateCore, Token } from 'markdown-it';

/** A cell with more characters, and with spaces between them, is read as a text. */
const NAME_LENGTH = 24;
/** A number with its unit; a version, which has two points, is not a number. */
const FIGURE = /^\d[\d,]*(?:\.\d+)?(?: ?(?:%|ms|s|kB|MB))?$/;

const LINK = /^\[([^\]]*)\]\([^)]*\)$/;
/** A line does not end inside it, though it has a hyphen. */
const SHORT_ID = /^[A-Za-z]{1,4}-\d{1,4}$/;

/** The cells of one column, its head first, with what is written in each and its pieces. */
type Column = (readonly [cell: Token, text: string, pieces: readonly Token[]])[];

/** Code that is an operation: its method and its path. */
export const OPERATION = /^(GET|POST|PUT|PATCH|DELETE|HEAD) (\/\S*)$/;

/** The class of a table whose rows are records, which need no header: what each is about comes first. */
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
      const inside = tokens[index + 1];
      columns[at] = [...(columns[at] ?? []), [token, inside?.content ?? '', inside?.children ?? []]];
      at += 1;
    } else if (token.type === 'table_close') {
      columns.forEach(markColumn);
      if (areRecords(columns)) markRecords(tokens.slice(start, index), columns);
    }
  });
}

/** In a narrow window an operation needs the whole width, and so does a text beside names or other texts. */
function areRecords(columns: readonly Column[]): boolean {
  const [keys = [], ...others] = columns;
  if (columns.flat().some(([, , pieces]) => pieces.some(isOperation))) return true;
  if (others.length < 2) return false;
  return keys.slice(1).every(isName) ? others.some(isOfTexts) : columns.filter(isOfTexts).length > 1;
}

const isOperation = ({ type, content }: Token) => type === 'code_inline' && OPERATION.test(content);
const isOfTexts = ([head]: Column) => head?.[0].attrGet('class') === 'text';
/** An id, or code, with or without a link. */
const isName = ([cell, , pieces]: Column[number]) =>
  cell.attrGet('class') === 'id' || pieces.find(({ nesting }) => nesting === 0)?.type === 'code_inline';

/** In a narrow window rows are not laid out as those of a table, so the elements state what they are. */
function markRecords([table, ...inside]: readonly Token[], columns: readonly Column[]): void {
  table?.attrSet('class', RECORDS);
  const texts = columns.filter(isOfTexts);
  for (const [cell] of texts.flat()) cell.attrSet('class', 'text');
  labelTexts(texts.filter((column) => column !== columns[0]));
  for (const token of inside) {
    const role = ROLES[token.type];
    if (role !== undefined) token.attrSet('role', role);
  }
}

/** Where several texts of a row are below each other, the head of each column is repeated above its text. */
function labelTexts(columns: readonly Column[]): void {
  if (columns.length < 2) return;
  for (const [[, label] = [], ...body] of columns)
    for (const [cell] of body) if (label !== undefined) cell.attrSet('data-label', label);
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
