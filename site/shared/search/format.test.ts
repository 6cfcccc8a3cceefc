import { describe, expect, it } from 'vitest';
import { indexFileName, indexUrl } from './format.ts';

describe('the index file', () => {
  it.each([
    ['', 'search-index.json'],
    ['docs', 'search-index-docs.json'],
    ['docs/2.2.0', 'search-index-docs-2.2.0.json'],
  ])('[124] of the directory %o is %s', (directory, want) => {
    expect(indexFileName(directory)).toBe(want);
  });

  it('[125] is never looked for at another origin', () => {
    const ours = 'https://docs.example';
    expect(indexUrl(`${ours}/base/`, '', ours)).toBe(`${ours}/base/search-index.json`);
    expect(() => indexUrl('https://other.example/', '', ours)).toThrow('Unexpected version url');
  });
});
