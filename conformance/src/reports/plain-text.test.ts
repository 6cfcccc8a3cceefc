import { describe, expect, it } from 'vitest';
import { oneLine, plainText } from './plain-text.ts';

describe('text of a target', () => {
  it('is printed without terminal escape sequences', () => {
    expect(plainText('a\u001B[31mb\u009B2Jc\u0007\u007F')).toBe('a\uFFFD[31mb\uFFFD2Jc\uFFFD\uFFFD');
  });

  it('does not change the writing direction', () => {
    expect(plainText('a\u202Eb\u2066c')).toBe('a\uFFFDb\uFFFDc');
  });

  it('keeps lines, tabs and non-ASCII letters', () => {
    expect(plainText('eins\r\n\tzwölf 日本')).toBe('eins\n\tzwölf 日本');
  });

  it('is truncated to a readable length', () => {
    expect(oneLine(` a \n b${'c'.repeat(500)}`)).toBe(`a b${'c'.repeat(296)}…`);
  });
});
