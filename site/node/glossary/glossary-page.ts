import { titlesOfDocuments } from '../content/distinct-titles.ts';
import type { Content } from '../content/load.ts';
import { blocks, link, sentences } from '../contract-docs/markdown.ts';
import type { Problem } from '../problems.ts';
import { GLOSSARY_ID, loadGlossary, type Term } from './glossary.ts';

/** Adds the terms to the page that introduces the glossary, and passes them to every page for linking. */
export function addGlossary(content: Content, contentDir: string, problems: Problem[]): Content {
  const index = content.sources.find(({ area, id }) => area === 'docs' && id === GLOSSARY_ID);
  if (index === undefined) return content;
  const documents = new Map(
    content.sources.filter(({ area }) => area === 'docs').map((source) => [source.id, source]),
  );
  const terms = loadGlossary(contentDir, new Set(documents.keys()), problems);
  const titles = titlesOfDocuments(content);
  const titleOf = (id: string): string => {
    const source = documents.get(id);
    return (source && titles.get(source)) ?? id;
  };
  const listed = { ...index, body: `${index.body.trimEnd()}\n\n${renderTerms(terms, titleOf)}\n` };
  return {
    ...content,
    terms,
    sources: content.sources.map((source) => (source === index ? listed : source)),
  };
}

/** All terms, grouped by letter. */
function renderTerms(terms: readonly Term[], titleOf: (document: string) => string): string {
  const letters = [...new Set(terms.map(letterOf))];
  return blocks(
    `::: section letters\n${letters.map((letter) => link(letter, `#${letter.toLowerCase()}`)).join(' ')}\n:::`,
    '::: filter [Filter terms]\n:::',
    ...letters.flatMap((letter) => [
      `## ${letter}`,
      ...terms.filter((term) => letterOf(term) === letter).map((term) => renderTerm(term, terms, titleOf)),
    ]),
  );
}

function letterOf({ term }: Term): string {
  return term.charAt(0).toUpperCase();
}

function renderTerm(
  { term, aliases, definition, see, page }: Term,
  terms: readonly Term[],
  titleOf: (document: string) => string,
): string {
  const beside = see.flatMap((name) => {
    const found = terms.find((candidate) => candidate.term === name);
    return found ? [link(name, `#${found.anchor}`)] : [];
  });
  return blocks(
    '::: section entry',
    `### ${term}`,
    definition,
    sentences(
      aliases.length > 0 ? `Also: ${aliases.join(', ')}.` : '',
      page === null ? '' : `Explained in ${link(titleOf(page), `/docs/${page}/`)}.`,
      beside.length === 0 ? '' : `See also: ${beside.join(', ')}.`,
    ),
    ':::',
  );
}
