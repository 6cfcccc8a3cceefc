import { describe, expect, it } from 'vitest';
import { readSettings, SITE_ROOT } from '../config.ts';
import { CURRENT_VERSION } from '../content/releases.ts';
import { madeUpContent, madeUpPage } from '../made-up-content.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { Problem } from '../problems.ts';
import { readSections } from '../search/sections.ts';
import { loadWholeContent } from '../whole-content.ts';
import type { Term } from './glossary.ts';

function term(name: string, more: Partial<Term> = {}): Term {
  const base = { aliases: [], exact: false, see: [], page: null, definition: `What ${name} is.` };
  return { term: name, anchor: name.toLowerCase().replaceAll(' ', '-'), ...base, ...more };
}

function render(body: string, terms: readonly Term[], document = 'p0_intro'): string {
  return renderMarkdown({
    file: 'a.md',
    absolute: `${SITE_ROOT}/a.md`,
    body,
    bodyOffset: 0,
    version: CURRENT_VERSION,
    contracts: [],
    terms,
    document,
    resolveLink: (href) => href,
    addImage: ({ name }) => name,
    problems: [],
  }).html;
}

const linked = (html: string) =>
  [...html.matchAll(/<a href="[^"]*#([^"]+)" class="term"[^>]*>(.*?)<\/a>/g)].map((m) => `${m[1]}: ${m[2]}`);

describe('a term of the glossary', () => {
  it('is linked at its first use in prose, with its definition for hover, focus and screen readers', () => {
    expect(
      render('A Builder, and the Builder.', [term('Builder', { definition: 'The `main` [part](/x/).' })]),
    ).toBe(
      '<p>A <a href="/docs/p5_glossary/#builder" class="term" aria-describedby="term-builder">Builder</a>' +
        '<span role="tooltip" id="term-builder">The main part.</span>, and the Builder.</p>\n',
    );
  });

  it.each([
    ['## Builder\n\nThe Builder.', ['builder: Builder']],
    ['[Builder](/x/) and `Builder` and Builder.', ['builder: Builder']],
    ['```text\nBuilder\n```\n', []],
    ['| Builder |\n|---|\n| Builder |\n', []],
    ['- A builder.\n', ['builder: builder']],
    ['Many Builders.', ['builder: Builders']],
    ['A Builder-like rebuilder.', []],
    [':::: section covered\nThe Builder.\n::::\n', []],
    ['::: section card\nThe Builder.\n:::\n\nThe builder.', ['builder: builder']],
  ])('in %j is found %j', (body, expected) => {
    expect(linked(render(body, [term('Builder')]))).toEqual(expected);
  });

  it('is the longest that fits, goes by its other names, and may ask for its exact letters', () => {
    const terms = [
      term('Data contract'),
      term('Data Contract Guardian', { aliases: ['Guardian'] }),
      term('Policy'),
      term('System', { exact: true }),
    ];
    expect(
      linked(
        render('Lead.\n\nA data contract guardian. A Guardian of policies, in a system or a System.', terms),
      ),
    ).toEqual(['data-contract-guardian: data contract guardian', 'policy: policies', 'system: System']);
  });

  it('is not found inside another term, linked already or explained by the page itself', () => {
    const terms = [term('Engine'), term('LLM engine'), term('Remote engine', { page: 'p1_own' })];
    const html = render('An LLM engine, an LLM engine and a remote engine.', terms, 'p1_own');
    expect(linked(html)).toEqual(['llm-engine: LLM engine']);
  });

  it('is one of as many as the page uses, each once', () => {
    const terms = Array.from({ length: 20 }, (_, index) => term(`Word${index}x`));
    const text = terms.map((one) => one.term).join(' ');
    expect(linked(render(`Lead.\n\n${text} ${text}`, terms))).toHaveLength(terms.length);
  });

  it('[157] is one of at most two in the first paragraph, and linked later if it is a third', () => {
    const terms = [term('Builder'), term('Policy'), term('Metric')];
    const [lead = '', rest = ''] = render('A builder, a policy, a metric.\n\nA metric.', terms).split('</p>');
    expect(linked(lead)).toEqual(['builder: builder', 'policy: policy']);
    expect(linked(rest)).toEqual(['metric: metric']);
  });

  it('does not bring its definition into the search', () => {
    const [section] = readSections(render('A Builder.', [term('Builder')]));
    expect(section?.text).toBe('A Builder.');
  });
});

describe('the glossary', () => {
  const problems: Problem[] = [];
  const { terms = [], sources } = loadWholeContent(readSettings([], {}).contentDir, problems);

  it('has at least fifty terms, each explained on a page that exists, and none twice', () => {
    expect(terms.length).toBeGreaterThanOrEqual(50);
    expect(problems.filter(({ file }) => file.includes('glossary'))).toEqual([]);
  });

  it('stands on its page in the order of the alphabet, with an anchor for each', () => {
    const body = sources.find(({ id }) => id === 'p5_glossary')?.body ?? '';
    const headings = [...body.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(terms.map((one) => one.term));
    const html = render(body, []);
    for (const { anchor } of terms) expect(html).toContain(`id="${anchor}"`);
  });

  it('complains about what does not fit, with its line', () => {
    const found = madeUpContent({
      'docs/p5_glossary.md': madeUpPage('Words.'),
      'docs/_glossary.yaml': [
        '- term: One',
        '  definition: First.',
        '  see: [Nothing]',
        '- term: Two',
        '  aliases: [one]',
        '  page: nowhere',
      ].join('\n'),
    });
    expect(found.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '1 term "One" leads to "Nothing", which is no term',
      '4 term "Two" has no definition',
      '4 term "Two" names the page nowhere, which does not exist',
      '4 "one" stands for another term already',
    ]);
  });

  it('is linked from other pages, not from the page that explains the word nor from itself', () => {
    const found = madeUpContent({
      'docs/p5_glossary.md': madeUpPage('The Builder.'),
      'docs/p1_builder.md': madeUpPage('The Builder.'),
      'docs/p2_other.md': madeUpPage('The Builder.'),
      'docs/_glossary.yaml': '- term: Builder\n  definition: It builds.\n  page: p1_builder\n',
    });
    const byRoute = found.pages.map(({ page, html }) => [page.route, linked(html).length]);
    expect(Object.fromEntries(byRoute)).toEqual({
      '/docs/p1_builder/': 0,
      '/docs/p2_other/': 1,
      '/docs/p5_glossary/': 0,
    });
  });
});
