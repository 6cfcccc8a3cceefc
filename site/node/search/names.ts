import { splitWords } from '../../shared/search/format.ts';
import { unescapeHtml } from '../output/html-scan.ts';

/** How strongly a place indicates that it explains a name. */
const DEFINED = 8;
/** The title of the section is the name: nothing weighs more. */
const HEADED = 1000;
/** A title with the same words. */
const TITLED = 4;
const MENTIONED = 2;
const IMPORTED = 1;

/** Names in programs: a function, an option, a command, a header, a field. */
const NAME = /^(?:--|@)?[a-z][\w$]*(?:[-./][\w$]+)*$/i;
/** Marks a name that is not a word of prose: punctuation, or a capital letter after a small one. */
const TELLING = /^--|[-./_@]|[a-z\d][A-Z]/;

const BLOCK = /<pre\b[\s\S]*?<\/pre>/g;
/** A definition: a heading, or the first cell of a row. */
const INLINE = /(<h[1-6]\b[^>]*>|<tr>\s*<td>|<dt>)?\s*<code(?: class="long")?>([^<]*)<\/code>/g;
/** The help of a command. */
const USAGE = /^Usage:?\s+(\S+)/gm;
/** An import from a package of the toolkit. */
const IMPORT = /\bimport \{([^}]*)\} from '@tessera\//g;

/** The names in code of a part of an article, and their weights there. */
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

/** A section of a page, with its names. */
interface Named {
  readonly names: ReadonlyMap<string, number>;
  /** Its own and that of its page. */
  readonly titles: readonly string[];
}

/**
 * Where each name is explained: in the section with the highest weight, the first of them. Names in `known` (lower
 * case) have an entry in a reference and keep it.
 */
export function placesOfNames<S extends Named>(
  sections: readonly S[],
  known: ReadonlySet<string>,
): Map<S, string[]> {
  const best = new Map<string, { section: S; weight: number }>();
  for (const section of sections) {
    const titles = section.titles.map((title) => ` ${splitWords(title).join(' ')} `);
    const [own = ''] = section.titles;
    const headed = nameOf(own) === own ? [[own, HEADED] as const] : [];
    for (const [name, given] of [...section.names, ...headed]) {
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

/** The words of a name: `createTechAdapter` is about a tech adapter. One word alone is too vague. */
function thingsOf(name: string): string[] {
  const words = splitWords(name);
  return [words, words.slice(1)].filter(({ length }) => length > 1).map((thing) => thing.join(' '));
}
