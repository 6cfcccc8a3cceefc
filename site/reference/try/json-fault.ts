/** Where a text stops being JSON. */
export interface JsonFault {
  /** From 1. */
  readonly line: number;
  readonly expected: string;
}

const TOKEN =
  /\s*(?:("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b)|([[\]{},:]))/uy;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** What may come next, by state: a value, a name of a member, a colon, or a comma. */
type Wanted = 'a value' | 'a name in double quotes' | '":"' | '","' | 'the end';

/** The first fault of a text that is not JSON; browsers name its place in different ways, or not at all. */
export function jsonFault(text: string): JsonFault | null {
  if (isJson(text)) return null;
  const open: string[] = [];
  let wanted: Wanted = 'a value';
  let isFirst = false;
  let end = 0;
  const afterValue = (): Wanted => (open.length === 0 ? 'the end' : '","');
  for (;;) {
    TOKEN.lastIndex = end;
    const [whole = '', string, scalar, sign = ''] = TOKEN.exec(text) ?? [];
    const closing = CLOSING[open.at(-1) ?? ''];
    const isClosing = sign !== '' && sign === closing && (wanted === '","' || isFirst);
    if (isClosing) {
      open.pop();
      wanted = afterValue();
    } else if (wanted === 'a name in double quotes' && string !== undefined) wanted = '":"';
    else if (wanted === '":"' && sign === ':') wanted = 'a value';
    else if (wanted === '","' && sign === ',')
      wanted = open.at(-1) === '{' ? 'a name in double quotes' : 'a value';
    else if (wanted === 'a value' && (string ?? scalar) !== undefined) wanted = afterValue();
    else if (wanted === 'a value' && CLOSING[sign] !== undefined) {
      open.push(sign);
      wanted = sign === '{' ? 'a name in double quotes' : 'a value';
    } else return faultAt(text, end, wanted, closing);
    isFirst = CLOSING[sign] !== undefined;
    end += whole.length;
    if (wanted === 'the end' && text.slice(end).trim() === '') return null;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function faultAt(text: string, end: number, wanted: Wanted, closing: string | undefined): JsonFault {
  const start = end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
  // At the end of the text, the line of the last sign.
  const line = text.slice(0, start < text.length ? start : end).split('\n').length;
  return { line, expected: wanted === '","' && closing !== undefined ? `"," or "${closing}"` : wanted };
}
