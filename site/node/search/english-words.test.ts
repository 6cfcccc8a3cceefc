import { describe, expect, it } from 'vitest';
import { countWords } from '../../shared/search/count-words.ts';
import { englishBeside } from './english-words.ts';

describe('the English words beside an index', () => {
  const words = countWords(['Start a policy with a hand before provisioning.']);
  const index = { documents: [], index: {} };
  const english = englishBeside([{ part: index, words }]).split(' ');

  it('are those near a word of the index or made of its words, by their stems', () => {
    expect(english).toEqual(expect.arrayContaining(['star', 'beforehand', 'polic']));
  });

  it('are neither far from every word of the index nor in it', () => {
    for (const word of ['start', 'zebra', 'hand', 'polici']) expect(english).not.toContain(word);
  });
});
