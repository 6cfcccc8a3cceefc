import lunr from 'lunr';
import { describe, expect, it } from 'vitest';
import { SEARCH_B, SEARCH_K1 } from '../constants.ts';
import { countWords } from './count-words.ts';
import { splitWords } from './format.ts';
import { stemOf } from './load-part.ts';
import { joinByStem, storedIndex } from './stored-index.ts';

const TEXTS = [
  'Provisioning ends when the component is provisioned; the component then has a state.',
  'A token names the state of a provisioning. The token is opaque: a token is never parsed.',
  '',
  'constructor and __proto__ are words as others',
  'GET /v1/provision/{token}/status names componentIdToProvision',
];
const REFS = TEXTS.map((_, place) => String(10 + place * 7));

/** What lunr itself makes of the texts. */
function builtByLunr(): lunr.Index {
  const builder = new lunr.Builder();
  builder.pipeline.add(lunr.trimmer, lunr.stopWordFilter, lunr.stemmer);
  builder.searchPipeline.add(lunr.stemmer);
  builder.b(SEARCH_B);
  builder.k1(SEARCH_K1);
  builder.ref('i');
  builder.field('t');
  for (const [place, text] of TEXTS.entries()) builder.add({ i: REFS[place], t: splitWords(text) });
  return builder.build();
}

describe('a stored index', () => {
  const ours = lunr.Index.load(storedIndex(REFS, joinByStem(countWords(TEXTS), stemOf)));
  const theirs = builtByLunr();
  const hits = (index: lunr.Index, query: string) =>
    index.search(query).map(({ ref, score }) => [ref, score.toFixed(6)]);

  it.each(['token', 'state', 'provision component', 'prov*', 'opaqe~1', 'constructor', 'status names'])(
    '[130] answers %s with the documents and scores of an index that lunr built',
    (query) => {
      expect(hits(theirs, query).length).toBeGreaterThan(0);
      expect(hits(ours, query)).toEqual(hits(theirs, query));
    },
  );

  it('holds a document without words, which nothing finds', () => {
    const { fieldVectors } = storedIndex(REFS, joinByStem(countWords(TEXTS), stemOf));
    expect(fieldVectors.map(([ref]) => ref)).toEqual(REFS.map((ref) => `t/${ref}`));
    expect(fieldVectors[2]).toEqual(['t/24', []]);
  });
});
