import { describe, expect, it } from 'vitest';
import { allReferences } from '../contracts.ts';
import { referenceEntries } from './reference-entries.ts';

const entries = allReferences().flatMap((model) => referenceEntries(model));

describe('what the search finds in a reference', () => {
  it('is quoted as the page shows it, without the marks of Markdown', () => {
    const marked = entries
      .filter(({ text }) => /`|\]\(|\*\*/.test(text))
      .map(({ title, text }) => `${title}: ${text}`);
    expect(entries.length).toBeGreaterThan(300);
    expect(marked).toEqual([]);
  });

  it('keeps the parts of a path', () => {
    const stop = entries.find(({ name }) => name === 'terminateProvisioning');
    expect(stop?.text).toContain('/v1/provision/{token} terminateProvisioning');
    expect(stop?.text).toContain('The task becomes TERMINATING');
  });
});
