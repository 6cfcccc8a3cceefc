import { MEMBERS, namesOf, splitWords } from './format.ts';
import { highlight, type Segment } from './highlight.ts';
import { kindOf, operationAt } from './kind.ts';
import { isStopWord, type LoadedPart, stemOf } from './load-part.ts';
import { addressOf, isKeywords, type Places, placesIn } from './places.ts';
import type { TreeResult } from './results.ts';
import { meaningsOf } from './synonyms.ts';

/** Characters of a title that are shown. */
const TITLE_LENGTH = 90;

/** One result as the reader sees it. */
export interface SearchResult {
  /** Id of the document whose text the snippet is of; null without one. */
  readonly textId: number | null;
  readonly url: string;
  readonly part: TreeResult['part'];
  readonly isChild: boolean;
  readonly place: TreeResult['place'];
  /** The title of the page or section, or the name that was found, marked. */
  readonly title: readonly Segment[];
  /** The names of an operation in programs that were found, marked; its title is then its summary. */
  readonly name: readonly Segment[] | null;
  /** The passage with most of the query, marked; null where no text is known. */
  readonly snippet: readonly Segment[] | null;
  /** The categories above the page, then, for a section, the page. */
  readonly trail: readonly string[];
}

type Matcher = (word: string) => boolean;

/** Rows with their titles and passages. */
export function presentRows(
  rows: readonly TreeResult[],
  parts: readonly LoadedPart[],
  tokens: readonly string[],
  contextLength: number,
): SearchResult[] {
  const matches = matcherFor(tokens);
  const places = placesIn(parts);
  return rows.map((row) => {
    const { document, part, isChild, place } = row;
    const url = addressOf(document);
    const text = places.textAt(url);
    const passage = passageOf(row, places, matches);
    const found = titleOf(row, places, matches);
    const isOperation = operationAt(url) !== null;
    const summary = part === 'keywords' && isOperation ? text?.s : undefined;
    // An API may be found by the name that it has in addresses.
    const title = summary ?? (kindOf(url) === 'APIs' ? places.headingAt(url)?.t : undefined) ?? found;
    return {
      textId: text?.i ?? null,
      url,
      part,
      isChild,
      place,
      title: highlight(title, TITLE_LENGTH, matches),
      name: !isOperation || title === found ? null : highlight(found, TITLE_LENGTH, matches),
      snippet: passage === undefined ? null : highlight(passage, contextLength, matches),
      trail: trailOf(row, places).filter((label) => label !== '' && label !== title),
    };
  });
}

function titleOf({ document, part }: TreeResult, places: Places, matches: Matcher): string {
  if (part === 'content' || part === 'description') return document.s ?? '';
  if (isKeywords(document, part) || (part === 'keywords' && kindOf(addressOf(document)) === 'Errors'))
    return document.s ?? '';
  if (part !== 'keywords') return document.t;
  // Of the names of a section those that were asked for; the section itself if it was found by parts of several.
  const names = namesOf(document.t);
  const meant = names.filter((name) => splitWords(name).every(matches));
  const section = places.textAt(addressOf(document))?.s;
  return meant.length > 0 || section === undefined ? (meant.length > 0 ? meant : names).join(', ') : section;
}

/** What a row belongs to, from the outside in. */
function trailOf({ document, part }: TreeResult, places: Places): string[] {
  const page = places.titleOf(document.u);
  const above = page?.b ?? [];
  if (document.h === undefined || document.h === '') return [...above];
  const group = part === 'heading' || part === 'keywords' ? document.s : undefined;
  const pageTitle = page?.t ?? '';
  const within = group?.startsWith(pageTitle) ? [group] : [pageTitle, group ?? ''];
  return [...above, ...within];
}

/** Of what is known of a row, the text with most words of the query; for a page, its description if none has more. */
function passageOf({ document }: TreeResult, places: Places, matches: Matcher): string | undefined {
  const description =
    document.h === undefined || document.h === '' ? places.descriptionOf(document.u)?.t : undefined;
  const address = addressOf(document);
  const [text, members] = (places.textAt(address)?.t ?? '').split(MEMBERS);
  const texts = [description, withoutName(text, address), members].filter(
    (one) => one !== undefined && one !== '',
  );
  const [best] = texts
    .map((text = '') => ({ text, words: new Set(splitWords(text).filter(matches)).size }))
    .sort((a, b) => b.words - a.words);
  return best?.text;
}

/** The text of an operation up to its method and path, which the row shows beside it. */
function withoutName(text: string | undefined, address: string): string | undefined {
  const operation = operationAt(address);
  return operation === null ? text : text?.split(`${operation.method} ${operation.path}`)[0]?.trim();
}

/** Accepts the words of a query and their synonyms by their stems, and what begins like the last one. */
function matcherFor(tokens: readonly string[]): Matcher {
  const words = meaningsOf(tokens, isStopWord).flat(2);
  const stems = new Set((words.length > 0 ? words : tokens).map(stemOf));
  const last = tokens.at(-1) ?? '';
  const isPrefix = last.length > 1 && !isStopWord(last);
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const isMatch =
      splitWords(word).some((part) => stems.has(stemOf(part))) || (isPrefix && word.startsWith(last));
    known.set(word, isMatch);
    return isMatch;
  };
}
