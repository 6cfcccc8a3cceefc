/** One start tag of an HTML file that our own build wrote. */
export interface HtmlTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Offset of the `<`. */
  readonly index: number;
  /** Offset after the `>`. */
  readonly end: number;
}

const TAG =
  /<!--[\s\S]*?-->|<(script|style)\b([^>]*)>[\s\S]*?<\/\1>|<([a-z][a-z\d-]*)((?:\s+[^\s=>"'/]+(?:="[^"]*"|='[^']*'|=[^\s>"']+)?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s=>"'/]+)(?:="([^"]*)"|='([^']*)'|=([^\s>"']+))?/g;

/** Every start tag outside comments, in order; scripts and styles count as one tag each. */
export function* scanTags(html: string): Generator<HtmlTag> {
  for (const match of html.matchAll(TAG)) {
    const name = match[1] ?? match[3];
    if (name === undefined) continue;
    const source = match[2] ?? match[4] ?? '';
    const attributes = new Map<string, string>();
    for (const [, key = '', double, single, bare] of source.matchAll(ATTRIBUTE)) {
      attributes.set(key.toLowerCase(), unescapeHtml(double ?? single ?? bare ?? ''));
    }
    yield { name: name.toLowerCase(), attributes, index: match.index, end: match.index + match[0].length };
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
};

/** Decodes escaped text; knows the entities that React and our code write. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
}
