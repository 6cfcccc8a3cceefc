import { describe, expect, it } from 'vitest';
import { translated } from './synonyms.ts';

describe('the words of a reader', () => {
  it('become ours, also where two of them are one thing', () => {
    expect(translated(['dry', 'run', 'python'])).toEqual(['preview', 'provisioning', 'tech', 'adapter']);
    expect(translated(['token'])).toBeNull();
  });
});
