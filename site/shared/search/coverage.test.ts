import { describe, expect, it } from 'vitest';
import { coverageOf } from './coverage.ts';
import type { SearchDocument } from './format.ts';
import { loadPart } from './load-part.ts';

const NONE: readonly SearchDocument[] = [];

/** The addresses of the places that cover these words, each of which may be several synonyms. */
function covered(words: readonly string[], parts: readonly (readonly SearchDocument[])[]): string[] {
  const meanings = words.map((word) => word.split('|').map((synonym) => synonym.split(' ')));
  return [...coverageOf(parts.map(loadPart), meanings).ranked()].map(({ document: { u, h = '' } }) => u + h);
}

/** A page with the text of each of its sections. */
function contents(...pages: readonly (readonly string[])[]): SearchDocument[] {
  return pages.flatMap((texts, page) =>
    texts.map((t, at) => ({ i: page * 10 + at, t, u: `/${page}/`, h: `#${at}` })),
  );
}

describe('a page that covers a query', () => {
  it('[133] comes before one whose words are in several sections', () => {
    const apart = ['retry of a call', 'limits of a client'];
    const together = ['limits of a retry', 'another text here'];
    const texts = contents(apart, together);
    expect(covered(['retry', 'limits'], [NONE, NONE, NONE, NONE, texts])[0]).toBe('/1/#0');
  });

  it('[133] is found by a synonym, of which all words are needed', () => {
    const texts = contents(['an output port'], ['a port of a server']);
    expect(covered(['dataset|output port'], [NONE, NONE, NONE, NONE, texts])).toEqual(['/0/#0']);
  });

  it('[133] comes first with the rarer of two synonyms', () => {
    const texts = contents(...['answer', 'answer', 'answer', 'reply'].map((word) => [`${word} here`]));
    expect(covered(['answer|reply', 'here'], [NONE, NONE, NONE, NONE, texts])[0]).toBe('/3/#0');
  });

  it('[133] is found by the category above it', () => {
    const titles = ['Access control', 'Notifications'].map((b, i) => ({
      ...{ i, t: 'Overview', u: `/${i}/`, b: [b] },
    }));
    const found = covered(['access', 'overview'], [titles, NONE, NONE, NONE, NONE]);
    expect(found).toEqual(['/0/', '/1/']);
  });

  it('[133] comes before one that lists what others explain', () => {
    const titles = [
      { i: 0, t: 'Retries', u: '/0/', a: 1 as const },
      { i: 1, t: 'Retries', u: '/1/' },
    ];
    expect(covered(['retries'], [titles, NONE, NONE, NONE, NONE])).toEqual(['/1/', '/0/']);
  });
});
