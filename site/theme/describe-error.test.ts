import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

describe('the text of a crash', () => {
  it('[45] names each cause after "Cause:"', () => {
    const error = new Error('outer', { cause: new Error('middle', { cause: 'inner' }) });
    expect(describeError(error)).toBe('outer\n\nCause:\nmiddle\n\nCause:\ninner');
  });

  it('[46] ends when causes lead in a circle', () => {
    const error = new Error('a');
    error.cause = new Error('b', { cause: error });
    expect(describeError(error)).toBe('a\n\nCause:\nb');
  });
});
