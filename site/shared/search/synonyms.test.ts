import { describe, expect, it } from 'vitest';
import { meaningsOf, translated } from './synonyms.ts';

describe('the words of a reader', () => {
  it('become ours, also where two of them are one thing', () => {
    expect(translated(['dry', 'run', 'python'])).toEqual(['preview', 'provisioning', 'tech', 'adapter']);
    expect(translated(['token'])).toBeNull();
  });

  it('keep their own words, each with its synonyms, and lose those that say nothing', () => {
    const isStopWord = (word: string) => word === 'in' || word === 'the';
    expect(meaningsOf(['the', 'log', 'in', 'dataset', 'token'], isStopWord)).toEqual([
      [['log'], ['authentication']],
      [['dataset'], ['data', 'product'], ['output', 'port']],
      [['token']],
    ]);
  });

  it('stand for their plurals and the forms of their verbs', () => {
    for (const word of ['remove', 'removes', 'removed', 'removing'])
      expect(translated([word]), word).toEqual(['undeploy']);
  });
});
