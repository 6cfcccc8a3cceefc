import { describe, expect, it } from 'vitest';
import { attemptsFor, tokenizeQuery } from './query.ts';

const isStopWord = (word: string) => ['the', 'of', 'a'].includes(word);

function written(query: string): string[] {
  return attemptsFor(tokenizeQuery(query), isStopWord).map((attempt) =>
    attempt.map(({ value, hasWildcard }) => value + (hasWildcard ? '*' : '')).join(' '),
  );
}

describe('the words of a query', () => {
  it.each([
    ['Policy  metric', ['policy', 'metric']],
    ['tech-adapter', ['tech', 'adapter']],
    ['/v1/provision', ['v1', 'provision']],
    ['componentIdToProvision', ['component', 'id', 'to', 'provision']],
    ['{token}', ['token']],
    ['release v2.3.0.', ['release', '2.3.0']],
    ['0.5 s', ['0.5', 's']],
    ['a.b v1.json', ['a', 'b', 'v1', 'json']],
    [' - ', []],
  ])('[131] of %o are %o', (query, want) => {
    expect(tokenizeQuery(query)).toEqual(want);
  });

  it('[131] are at most twelve', () => {
    expect(tokenizeQuery('a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13')).toHaveLength(12);
  });
});

describe('the attempts for a query', () => {
  it('[131] are none without words', () => {
    expect(written('')).toEqual([]);
  });

  it('[132] begin exact and then leave the last word unfinished', () => {
    expect(written('policy met')).toEqual(['policy met', 'policy met*']);
  });

  it('[132] leave stop words out if words remain', () => {
    expect(written('the policy')).toEqual(['the policy', 'policy', 'the policy*', 'policy*']);
    expect(written('the of')).toEqual(['the of', 'the of*']);
  });

  it('[132] leave out each of three or more words, the last one first', () => {
    expect(written('x y z')).toEqual(['x y z', 'x y z*', 'x y', 'x z', 'y z', 'x y*', 'x z*', 'y z*']);
  });
});
