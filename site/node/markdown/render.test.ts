import { describe, expect, it } from 'vitest';
import { CURRENT_VERSION } from '../content/releases.ts';
import type { Problem } from '../problems.ts';
import { renderMarkdown } from './render.ts';

function render(body: string, version = CURRENT_VERSION) {
  const problems: Problem[] = [];
  const file = 'a.md';
  const rendered = renderMarkdown({
    file,
    body,
    bodyOffset: 0,
    version,
    resolveLink: (href) => href,
    problems,
  });
  return { ...rendered, problems };
}

describe('headings', () => {
  it('[90] that are more than text give their text to the title of their link', () => {
    const { html } = render('## Part `two` and [more](/x/)\n');
    expect(html).toContain('title="Direct link to Part two and more"');
  });

  it('[89] [91] have unique ids, an explicit one is taken out of the text, and all levels are listed', () => {
    const { html, toc } = render('## A\n\n#### A\n\n###### B {#own}\n');
    expect(toc.map(({ id, level }) => [id, level])).toEqual([
      ['a', 2],
      ['a-1', 4],
      ['own', 6],
    ]);
    expect(html).not.toContain('{#own}');
  });
});

describe('blocks with a beginning', () => {
  const body = 'Always.\n\n:::: since 2.3.0\nOld.\n::::\n\n:::: since next\n## New\n::::\n';

  it.each([
    ['2.2.0', false, false],
    ['2.3.0', true, false],
    [CURRENT_VERSION, true, true],
  ])('are in version %s as far as it had them', (version, hasOld, hasNew) => {
    const { html, toc } = render(body, version);
    expect([html.includes('Old.'), html.includes('New')]).toEqual([hasOld, hasNew]);
    expect(toc).toHaveLength(hasNew ? 1 : 0);
    expect(html).toContain('Always.');
  });

  it('that name no release are reported with their line', () => {
    expect(render(':::: since 9.9.9\nText.\n::::\n').problems).toEqual([
      { file: 'a.md', line: 1, message: 'since "9.9.9" is neither next nor a release' },
    ]);
  });
});
