import { describe, expect, it } from 'vitest';
import { allApis } from '../contract-docs/catalog.ts';
import { madeUpContent, madeUpPage } from '../made-up-content.ts';
import { countWords, paragraphsOf } from './prose.ts';
import { reportOn } from './report.ts';

const LONG = Array.from({ length: 130 }, (_, index) => `word${index}`).join(' ');
const PARAGRAPH = 'One two three four five six seven eight nine ten eleven twelve.';
const TREE = ['/docs/p0_intro/', '/docs/p1_next/'];

function report(files: Readonly<Record<string, string>>, tree: readonly string[] = TREE) {
  return reportOn(madeUpContent(files).pages, tree);
}

describe('a report on a tree in which all is well', () => {
  const every = allApis().flatMap(({ api }) => api.operations.map(({ id }) => `${api.id}#${id}`));
  const covers = `contracts: [notifications]\noperations: [${every.join(', ')}]\n`;
  const found = report({
    'docs/p0_intro.md': madeUpPage(`${LONG}\n\n[Next](p1_next.md)`, covers),
    'docs/p1_next.md': madeUpPage(`${LONG} more\n\n[Back](p0_intro.md)`),
  });

  it('has nothing to tell', () => {
    expect(Object.values(found).flat()).toEqual([]);
  });
});

describe('a report', () => {
  const found = report({
    'docs/p0_intro.md': madeUpPage(
      `${LONG}\n\n${PARAGRAPH}\n\n[Itself](p0_intro.md)`,
      'contracts: [tech-adapter]\n',
    ),
    'docs/p2_other.md': madeUpPage(
      `Few words.\n\n- ${PARAGRAPH.replace('five', '**five**')}`,
      'operations: [tech-adapter#validate]\n',
    ).replace('checked: 2.3.0', 'checked: 2.1.0'),
  });

  it('tells which pages the tree has and the site has not, and the other way round', () => {
    expect(found.missing).toEqual(['/docs/p1_next/']);
    expect(found.extra).toEqual(['/docs/p2_other/']);
  });

  it('tells which pages nothing but the sidebar leads to', () => {
    expect(found.orphans).toEqual(['/docs/p0_intro/', '/docs/p2_other/']);
  });

  it('tells what no page covers', () => {
    expect(found.uncovered).toContain('tech-adapter#provision');
    expect(found.uncovered).not.toContain('tech-adapter#validate');
    expect(found.unexplained).toContain('notifications');
    expect(found.unexplained).not.toContain('tech-adapter');
  });

  it('tells which pages are short', () => {
    expect(found.thin).toEqual([expect.stringMatching(/^\/docs\/p2_other\/ \(\d\d words\)$/)]);
  });

  it('tells which paragraphs stand twice, whatever their marks, with file and line', () => {
    expect(found.repeated).toEqual([
      expect.stringMatching(
        /p2_other\.md:11 {2}\/docs\/p2_other\/ says what \/docs\/p0_intro\/ says: "one two three/,
      ),
    ]);
  });

  it('tells which contracts have moved on since a page was checked', () => {
    expect(found.outdated).toEqual(['/docs/p2_other/: tech-adapter 2.2.0 has become 2.6.3 since 2.1.0']);
  });
});

describe('prose', () => {
  it('has no code, no address, no mark and no directive in its words', () => {
    const text =
      '## Two words\n\nThree [more words](/a/b/c.md).\n\n```bash\nnot these\n```\n\n::: contract x y\n\n| one | two |\n|---|---|\n';
    expect(countWords(text)).toBe(7);
  });

  it('falls into paragraphs and items', () => {
    expect(paragraphsOf('## Head\nOne\ntwo.\n\n- Item\n  goes on\n- Next\n\n| a | b |\n')).toEqual([
      { text: 'one two', line: 1 },
      { text: 'item goes on', line: 4 },
      { text: 'next', line: 6 },
    ]);
  });

  it('leaves out facts and quotations, which other pages may state too', () => {
    expect(paragraphsOf('::: section facts\n\n- **Level** must\n\n:::\n\nIt states:\n\n> A rule.\n')).toEqual(
      [{ text: 'it states', line: 6 }],
    );
  });
});
