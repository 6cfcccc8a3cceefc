import { PART_NAMES, type PartName, type SearchDocument } from './format.ts';
import type { LoadedPart } from './load-part.ts';

const HEADINGS = PART_NAMES.indexOf('heading');
const DESCRIPTIONS = PART_NAMES.indexOf('description');
const CONTENTS = PART_NAMES.indexOf('content');

/** The documents of an index by their address. */
export interface Places {
  /** The title of a page; undefined for a page that the index lacks. */
  titleOf(url: string): SearchDocument | undefined;
  descriptionOf(url: string): SearchDocument | undefined;
  /** The heading at an address. */
  headingAt(address: string): SearchDocument | undefined;
  /** The text at an address; its `t` is empty until it has loaded. */
  textAt(address: string): SearchDocument | undefined;
}

/** By the last of the parts, which comes when all others are there. */
const known = new WeakMap<LoadedPart, Places>();

export function placesIn(parts: readonly LoadedPart[]): Places {
  const last = parts.at(-1);
  const before = last && known.get(last);
  if (before) return before;
  const lookUp = (place: number) => {
    const documents = parts[place]?.documents ?? new Map<string, SearchDocument>();
    const refs = new Map([...documents].map(([ref, document]) => [addressOf(document), ref]));
    // Documents are replaced when their texts load.
    return (address: string) => documents.get(refs.get(address) ?? '');
  };
  const places = {
    titleOf: lookUp(0),
    descriptionOf: lookUp(DESCRIPTIONS),
    headingAt: lookUp(HEADINGS),
    textAt: lookUp(CONTENTS),
  };
  if (last) known.set(last, places);
  return places;
}

/** Where a document is: the same for a heading and the text below it. */
export function addressOf({ u, h = '' }: SearchDocument): string {
  return u + h;
}

/** True for what a reference describes: its address has slashes. */
export function isThing({ h }: SearchDocument): boolean {
  return h?.includes('/') === true;
}

/** True for the keywords of a page: what readers call its topics. Names in programs are those of a section. */
export function isKeywords(document: SearchDocument, part: PartName): boolean {
  return part === 'keywords' && document.h === undefined;
}

/** Sections belong to their page; what a reference describes stands for itself. */
export function placeOf(document: SearchDocument): string {
  return isThing(document) ? addressOf(document) : document.u;
}
