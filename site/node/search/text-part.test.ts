import lunr from 'lunr';
import { describe, expect, it } from 'vitest';
import { countWords } from '../../shared/search/count-words.ts';
import type { SearchPart, Texts } from '../../shared/search/format.ts';
import { splitWords } from '../../shared/search/format.ts';
import { loadTextPart } from '../../shared/search/load-text-part.ts';
import { textPartOf } from './text-part.ts';

const TEXTS = [
  'Provisioning ends when the component is provisioned; the component then has a state.',
  'A token names the state of a provisioning. The token is opaque: a token is never parsed.',
  'Nothing of that kind, with a déjà vu.',
];

function wholePart(): SearchPart {
  const documents = TEXTS.map((t, at) => ({ i: at + 10, t, u: `/${at}/`, s: `Page ${at}` }));
  const builder = new lunr.Builder();
  builder.pipeline.add(lunr.trimmer, lunr.stopWordFilter, lunr.stemmer);
  builder.searchPipeline.add(lunr.stemmer);
  builder.b(0.75);
  builder.k1(1.2);
  builder.ref('i');
  builder.field('t');
  for (const { i, t } of documents) builder.add({ i: String(i), t: splitWords(t) });
  return { documents, index: builder.build().toJSON() };
}

describe('the part of the contents as the pages load it', () => {
  const files: Texts[] = [];
  const whole = lunr.Index.load(wholePart().index);
  const lean = loadTextPart(
    textPartOf(
      { part: wholePart(), words: countWords(TEXTS) },
      (texts) => `/texts-${files.push(texts)}.json`,
      '/english.json',
    ),
  );

  it.each(['provision', 'token', 'state component', 'kind', 'vu', 'opaque pars*'])(
    'answers %s as the whole index does, in the same order and with the same scores',
    (query) => {
      const asked = whole.search(query);
      expect(asked.length).toBeGreaterThan(0);
      const rounded = (hits: typeof asked) => hits.map(({ ref, score }) => [ref, score.toFixed(2)]);
      expect(rounded(lean.index.search(query))).toEqual(rounded(asked));
    },
  );

  it('knows how often a word is there, for typing errors', () => {
    expect(lean.words().get('token')).toBe(3);
    expect(lean.words().has('the')).toBe(false);
  });

  it('names the file of a text until it has been filled in', () => {
    expect(lean.documents.get('11')).toEqual({ i: 11, t: '', u: '/1/', s: 'Page 1' });
    expect([lean.fileOf(11), lean.fileOf(99)]).toEqual(['/texts-1.json', null]);
    lean.fill(files[0] ?? {});
    expect(lean.documents.get('11')?.t).toBe(TEXTS[1]);
    expect(lean.fileOf(11)).toBeNull();
  });
});
