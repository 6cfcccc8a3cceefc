import { splitWords } from '../../shared/search/format.ts';
import { unescapeHtml } from '../output/html-scan.ts';

/** How much a place says that a name is explained there. */
const DEFINED = 8;
/** A title says the same in words. */
const TITLED = 4;
const MENTIONED = 2;
const IMPORTED = 1;

/** What programs call something: a function, an option, a command, a header, a field. */
const NAME = /^(?:--|@)?[a-z][\w$]*(?:[-./][\w$]+)*$/i;
/** What no word of prose has: a mark, or a capital letter behind a small one. */
const TELLING = /^--|[-./_@]|[a-z\d][A-Z]/;

const BLOCK = /<pre\b[\s\S]*?<\/pre>/g;
/** What code defines: a heading, or the first cell of a row. */
const INLINE = /(<h[1-6]\b[^>]*>|<tr>\s*<td>|<dt>)?\s*<code>([^<]*)<\/code>/g;
/** What a command says of itself. */
const USAGE = /^Usage:?\s+(\S+)/gm;
/** What a sample takes from a package of the toolkit. */
const IMPORT = /\bimport \{([^}]*)\} from '@tessera\//g;

/** The names that code in a part of an article gives, and how much they matter there. */
export function namesIn(html: string): Map<string, number> {
  const names = new Map<string, number>();
  const note = (code: string, weight: number) => {
    const name = nameOf(unescapeHtml(code));
    if (name !== null) names.set(name, (names.get(name) ?? 0) + weight);
  };
  const imported = new Set<string>();
  const prose = html.replaceAll(BLOCK, (block) => {
    const text = unescapeHtml(block.replaceAll(/<[^>]*>/g, ''));
    for (const [, command = ''] of text.matchAll(USAGE)) note(command, DEFINED);
    for (const [, list = ''] of text.matchAll(IMPORT))
      for (const name of list.split(',')) imported.add(name.replace(/^\s*type /, ''));
    return '';
  });
  for (const name of imported) note(name, IMPORTED);
  for (const [, definition, code = ''] of prose.matchAll(INLINE))
    note(code, definition === undefined ? MENTIONED : DEFINED);
  return names;
}

/** `npx tessera-serve init` is about the command, `--latency 100-500` about the flag, `close()` about the function. */
function nameOf(code: string): string | null {
  const [first = '', second = ''] = code.trim().split(/\s+/);
  const name = (first === 'npx' ? second : first).replace(/\(.*/, '');
  const isAlone = first === 'npx' || first.startsWith('--') || second === '' || code.includes('(');
  return isAlone && NAME.test(name) && TELLING.test(name) ? name : null;
}

/** Something with names: a section of some page. */
interface Named {
  readonly names: ReadonlyMap<string, number>;
  /** Its own and that of its page. */
  readonly titles: readonly string[];
}

/**
 * Where each name is explained: in the section where it matters most, the first of them. What has a place of its own in
 * a reference, in `known` as lower-case text, stays there.
 */
export function placesOfNames<S extends Named>(
  sections: readonly S[],
  known: ReadonlySet<string>,
): Map<S, string[]> {
  const best = new Map<string, { section: S; weight: number }>();
  for (const section of sections) {
    const titles = section.titles.map((title) => ` ${splitWords(title).join(' ')} `);
    for (const [name, given] of section.names) {
      if (known.has(name.toLowerCase())) continue;
      const isTitled = thingsOf(name).some((thing) => titles.some((title) => title.includes(` ${thing} `)));
      const weight = given + (isTitled ? TITLED : 0);
      const before = best.get(name);
      if (before === undefined || before.weight < weight) best.set(name, { section, weight });
    }
  }
  const places = new Map<S, string[]>();
  for (const [name, { section }] of best) places.set(section, [...(places.get(section) ?? []), name]);
  return places;
}

/** What a name is about, in words: `createTechAdapter` is about a tech adapter. One word alone says too little. */
function thingsOf(name: string): string[] {
  const words = splitWords(name);
  return [words, words.slice(1)].filter(({ length }) => length > 1).map((thing) => thing.join(' '));
}
