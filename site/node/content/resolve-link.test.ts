import { describe, expect, it } from 'vitest';
import type { Problem } from '../problems.ts';
import type { Content, Source } from './load.ts';
import { createLinkResolver } from './resolve-link.ts';

function source(id: string): Source {
  const frontMatter = { title: id, description: 'A page.' };
  const route = `/docs/${id}/`;
  return {
    file: `${id}.md`,
    absolute: `/${id}.md`,
    area: 'docs',
    id,
    route,
    frontMatter,
    body: '',
    bodyOffset: 0,
  };
}

const from = source('guide/start');
const content: Content = {
  sources: [from, source('guide/next'), source('guide/über uns')],
  categories: new Map(),
};

describe('a link between documents', () => {
  it.each([
    ['next.md', '/docs/guide/next/'],
    ['next.md#part', '/docs/guide/next/#part'],
    ['next.md?view=all#part', '/docs/guide/next/?view=all#part'],
    // As Markdown writes a name with a space or a non-ASCII letter.
    ['%C3%BCber%20uns.md', '/docs/guide/über uns/'],
  ])('leads from %s to %s', (href, want) => {
    const problems: Problem[] = [];
    expect(createLinkResolver(from, { content, path: '/docs/' }, '/', problems)(href, 1)).toBe(want);
    expect(problems).toEqual([]);
  });

  it.each(['missing.md', '%E0%A4%A.md'])('to %s is reported with its line', (href) => {
    const problems: Problem[] = [];
    createLinkResolver(from, { content, path: '/docs/' }, '/', problems)(href, 7);
    expect(problems).toEqual([
      { file: 'guide/start.md', line: 7, message: `link ${href} names a file that does not exist` },
    ]);
  });
});
