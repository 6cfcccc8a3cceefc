import { describe, expect, it } from 'vitest';
import { describeResult, isAboutFault, splitReferences } from './references.ts';

describe('a sentence of the platform', () => {
  it('is split at the policies and reports that it names', () => {
    const sentence =
      'policy "Says \\"yes\\"" (a1-b2) in report r1-policies:urn:dmb:cmp:x:1 is not satisfied: descriptor:1:1: no';
    expect(splitReferences(sentence)).toEqual([
      { text: 'policy ' },
      { text: '"Says \\"yes\\""', route: ['policies', 'a1-b2'] },
      { text: ' (a1-b2)' },
      { text: ' in ' },
      { text: 'report r1-policies:urn:dmb:cmp:x:1', route: ['reports', 'r1-policies:urn:dmb:cmp:x:1'] },
      { text: ' is not satisfied: descriptor:1:1: no' },
    ]);
  });

  it('is one piece without them', () => {
    expect(splitReferences('the disk is "full" (9)')).toEqual([{ text: 'the disk is "full" (9)' }]);
  });
});

describe('a finding', () => {
  it.each([
    ['policy "a" (b) in report r could not be evaluated: cueScript:1:1: no', true],
    ['policy "could not be evaluated" (b) in report r is not satisfied: no', false],
  ])('%s', (sentence, isFault) => {
    expect(isAboutFault(sentence)).toBe(isFault);
  });
});

describe('the result of a task', () => {
  it.each([
    ['1 component provisioned.', '1 component provisioned.'],
    ['{"rows":3}', '{"rows":3}'],
    ['{"errors":[]}', 'Nothing to correct.'],
    ['{"errors":["a","b"]}', 'a\nb'],
    ['{"errors":[],"isSkipped":true}', 'Skipped, because the descriptor itself is not valid.'],
    ['{"id":"r1","evaluationResults":[],"errors":[]}', 'Nothing to correct. See all results in report r1'],
  ])('of %s reads %s', (result, words) => {
    expect(describeResult(result)).toBe(words);
  });
});
