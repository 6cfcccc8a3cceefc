import { existsSync } from 'node:fs';
import path from 'node:path';
import { isMap, isSeq } from 'yaml';
import { slugify } from '../../shared/slugs.ts';
import { SITE_ROOT } from '../config.ts';
import { readYaml } from '../content/read-yaml.ts';
import type { Problem } from '../problems.ts';

/** One term of the platform. */
export interface Term {
  readonly term: string;
  /** Synonyms, as prose writes them. */
  readonly aliases: readonly string[];
  /** Case-sensitive: in lower case the word has other meanings. */
  readonly exact: boolean;
  /** Markdown, one paragraph. */
  readonly definition: string;
  /** Related terms. */
  readonly see: readonly string[];
  /** Id of the document that explains it. */
  readonly page: string | null;
  /** Fragment identifier on the page of the glossary. */
  readonly anchor: string;
}

/** Where the terms stand, in the content folder. */
const GLOSSARY_FILE = 'docs/_glossary.yaml';
/** Id of the document that lists them. */
export const GLOSSARY_ID = 'p5_glossary';

/** Reads the terms; problems go into `problems` with their line. */
export function loadGlossary(
  contentDir: string,
  documents: ReadonlySet<string>,
  problems: Problem[],
): Term[] {
  const absolute = path.join(contentDir, GLOSSARY_FILE);
  if (!existsSync(absolute)) return [];
  const file = path.relative(SITE_ROOT, absolute);
  const read = readYaml(file, absolute, problems);
  if (read === null) return [];
  const { document, lines } = read;
  if (!isSeq(document.contents)) {
    problems.push({ file, line: 1, message: 'a glossary is a list of terms' });
    return [];
  }
  const found = document.contents.items.map((item) => ({
    unknownKeys: Object.keys(isMap(item) ? item.toJS(document) : {}).filter((key) => !KEYS.includes(key)),
    term: readTerm(isMap(item) ? item.toJS(document) : {}),
    line: isMap(item) && item.range ? lines.linePos(item.range[0]).line : 1,
  }));
  const names = new Set(found.map(({ term }) => term.term));
  for (const { term, unknownKeys, line } of found) {
    const unknown = unknownKeys.map((key) => `term "${term.term}" has the unknown key "${key}"`);
    for (const message of [...unknown, ...problemsOf(term, names, documents)])
      problems.push({ file, line, message });
  }
  for (const { term, line } of repeated(found))
    problems.push({ file, line, message: `"${term}" stands for another term already` });
  return found.map(({ term }) => term).toSorted((a, b) => a.term.localeCompare(b.term, 'en'));
}

/** The fields of a term. */
const KEYS = ['term', 'aliases', 'exact', 'definition', 'see', 'page'];

function readTerm(value: Readonly<Record<string, unknown>>): Term {
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : '');
  const texts = (key: string) => (Array.isArray(value[key]) ? value[key].map(String) : []);
  const term = text('term');
  return {
    term,
    aliases: texts('aliases'),
    exact: value['exact'] === true,
    definition: text('definition'),
    see: texts('see'),
    page: typeof value['page'] === 'string' ? value['page'] : null,
    anchor: slugify(term),
  };
}

function problemsOf(
  { term, definition, see, page }: Term,
  names: ReadonlySet<string>,
  documents: ReadonlySet<string>,
): string[] {
  return [
    ...(term === '' ? ['a term needs its word under "term"'] : []),
    ...(definition === '' ? [`term "${term}" has no definition`] : []),
    ...see
      .filter((name) => !names.has(name))
      .map((name) => `term "${term}" leads to "${name}", which is no term`),
    ...(page !== null && !documents.has(page)
      ? [`term "${term}" names the page ${page}, which does not exist`]
      : []),
  ];
}

function repeated(
  found: readonly { readonly term: Term; readonly line: number }[],
): { term: string; line: number }[] {
  const seen = new Set<string>();
  return found.flatMap(({ term: { term, aliases }, line }) =>
    [term, ...aliases].flatMap((name) => {
      const isKnown = seen.has(name.toLowerCase());
      seen.add(name.toLowerCase());
      return isKnown ? [{ term: name, line }] : [];
    }),
  );
}
