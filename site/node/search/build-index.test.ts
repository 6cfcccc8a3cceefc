import { describe, expect, it } from 'vitest';
import { PART_NAMES } from '../../shared/search/format.ts';
import type { Segment } from '../../shared/search/highlight.ts';
import { loadPart } from '../../shared/search/load-part.ts';
import { search } from '../../shared/search/search.ts';
import type { Page } from '../../shared/site.ts';
import { type BuiltPart, buildSearchIndex, type IndexedPage } from './build-index.ts';
import { readSections } from './sections.ts';

function page(route: string, title: string, html: string): IndexedPage {
  const base = {
    kind: 'doc',
    toc: [],
    previous: null,
    next: null,
    sidebar: 'docs',
    hideToc: false,
    unlisted: false,
  } as const;
  const breadcrumbs = [{ label: 'Group' }, { label: title }];
  const full: Page = {
    ...base,
    route,
    title,
    description: `About ${title}.`,
    breadcrumbs,
    updated: null,
    editUrl: null,
    docs: null,
  };
  return { page: full, html, entries: [] };
}

const PAGES = [
  page(
    '/a/',
    'Policies',
    '<h1>Policies</h1><p>Rules for governance.</p><h2 id="life">Policy lifecycle</h2><p>Draft and grace.</p>',
  ),
  page(
    '/b/',
    'Adapters',
    '<h1>Adapters</h1><p>The componentIdToProvision names a part.</p><h2 id="x">&lt;img onerror&gt;</h2><p>Escaped.</p>',
  ),
];

function find(query: string, parts: readonly BuiltPart[] = buildSearchIndex(PAGES)) {
  return answer(query, null, parts).results;
}

function answer(
  query: string,
  under: string | null = null,
  parts: readonly BuiltPart[] = buildSearchIndex(PAGES),
  isLiteral = false,
) {
  const loaded = parts.map(({ part }) => loadPart(part.documents));
  const options = { limit: 8, contextLength: 50, under, isLiteral };
  return search(loaded, query, options, new Set(['stark', 'overhand']));
}

describe('the search index', () => {
  it('[124] [127] holds five parts with short documents, sections naming their page', () => {
    const parts = buildSearchIndex(PAGES).map(({ part }) => part);
    expect(parts).toHaveLength(PART_NAMES.length);
    expect(parts[0]?.documents[0]).toEqual({ i: 0, t: 'Policies', u: '/a/', b: ['Group'] });
    expect(parts[1]?.documents[0]).toMatchObject({ t: 'Policy lifecycle', u: '/a/', h: '#life', p: 0 });
    expect(parts[2]?.documents[0]).toMatchObject({ i: 0, t: 'About Policies.', s: 'Policies' });
    expect(parts[4]?.documents[1]).toMatchObject({
      t: 'Draft and grace.',
      s: 'Policy lifecycle',
      h: '#life',
    });
  });

  it('[130] [133] finds by stem, titles before headings before content', () => {
    expect(find('policy').map((result) => [result.url, result.part])).toEqual([
      ['/a/', 'title'],
      ['/a/#life', 'heading'],
    ]);
    const [passage] = find('governance');
    expect(passage).toMatchObject({ url: '/a/', part: 'content' });
    expect(textOf(passage?.title)).toBe('Policies');
  });

  it('finds parts of camel case names, and an unfinished last word', () => {
    expect(find('componentIdToProvision')[0]?.url).toBe('/b/');
    expect(find('compon')[0]?.url).toBe('/b/');
  });

  it('[118] finds nothing for a word that is nowhere', () => {
    expect(find('zebra')).toEqual([]);
  });

  it('[119] gives markup in a heading back as text', () => {
    const [result] = find('onerror');
    expect(textOf(result?.title)).toBe('<img onerror>');
  });

  it('puts what lists a thing behind what explains it, even in a title', () => {
    const list = { ...page('/c/', 'List of governance', '<h1>Governance</h1><p>Listed.</p>'), isAside: true };
    const found = find('governance', buildSearchIndex([list, ...PAGES]));
    expect(found.map((result) => [result.url, result.part])).toEqual([
      ['/a/', 'content'],
      ['/c/', 'title'],
    ]);
  });

  it('puts a list whose name is typed before everything else', () => {
    const list = { ...page('/c/', 'Governance', '<h1>Governance</h1><p>Listed.</p>'), isAside: true };
    expect(find('governance', buildSearchIndex([...PAGES, list]))[0]?.url).toBe('/c/');
  });

  it('[119] finds and marks a release by its number, with or without a v', () => {
    const parts = buildSearchIndex(
      ['v0.2.0', 'v2.3.0', 'v2.3.1'].map((name) => page(`/${name}/`, `Notes of ${name}`, '<h1>Notes</h1>')),
    );
    for (const query of ['notes 2.3.0', 'v2.3.0']) {
      const [first, ...others] = find(query, parts);
      expect(first?.url).toBe('/v2.3.0/');
      expect(first?.title.find(({ text }) => text.includes('2.3.0'))?.isMatch).toBe(true);
      expect(others.map(({ url }) => url)).not.toContain('/v0.2.0/');
    }
    expect(
      find('2.3', parts)
        .map(({ url }) => url)
        .sort(),
    ).toEqual(['/v2.3.0/', '/v2.3.1/']);
  });

  it('finds a name where code explains it first, and shows it with its section and page', () => {
    const mentions = page('/d/', 'Retries', '<h1>Retries</h1><p>Retries: see <code>maxRetries</code>.</p>');
    const explains = page(
      '/e/',
      'Client',
      '<h1>Client</h1><h2 id="set">Settings</h2><table><tr><td><code>maxRetries</code></td><td>how often</td></tr>' +
        '<tr><td><code>baseUrl</code></td><td>where</td></tr></table>',
    );
    const [first, ...others] = find('maxRetries', buildSearchIndex([mentions, explains]));
    expect(first).toMatchObject({ url: '/e/#set', trail: ['Group', 'Client › Settings'] });
    expect(textOf(first?.title)).toBe('maxRetries');
    expect(others.map(({ url }) => url)).toContain('/d/');
  });

  it('finds a name in programs first where a heading is that name', () => {
    const client = page(
      '/f/',
      'Client',
      '<h1>Client</h1><h3 id="nextrun">nextRun</h3><p>As <code>checkCron</code> says, <code>checkCron</code>.</p>' +
        '<h3 id="checkcron">checkCron</h3><pre><code>checkCron(expression)</code></pre>',
    );
    const found = find('checkCron', buildSearchIndex([{ ...client, isAside: true }, ...PAGES]));
    expect(found[0]?.url).toBe('/f/#checkcron');
    expect(textOf(found[0]?.title)).toBe('checkCron');
  });

  it('[136] asks titles only for a single letter', () => {
    expect(find('p').map((result) => result.part)).toEqual(['title']);
  });
});

describe('a search', () => {
  it('[122] [140] can be limited to a part of the site', () => {
    expect(answer('names', '/a/').results).toEqual([]);
    expect(answer('names', '/b/').results[0]?.url).toBe('/b/');
  });

  it.each([
    ['polciy', 'policy'],
    ['adaptrs', 'adapters'],
    ['govrnance', 'governance'],
    ['componentidtoprovision', 'component id to provision'],
    ['policylifecycle', 'policy lifecycle'],
    ['policylifecicle', 'policy lifecycle'],
    ['componntidtoprovision', 'component id to provision'],
  ])('takes %s for %s when it is nowhere, and says so', (typed, meant) => {
    const { replaced, results } = answer(typed);
    expect(replaced).toEqual([{ typed, meant }]);
    expect(results.length).toBeGreaterThan(0);
  });

  it('leaves out an English word that is in no page, even one letter from another, and says so', () => {
    const pages = [...PAGES, page('/s/', 'Start', '<h1>Start</h1><p>Over, by hand.</p>')];
    const parts = buildSearchIndex(pages);
    for (const typed of ['stark', 'overhand']) {
      const { replaced, results } = answer(`policy ${typed}`, null, parts);
      expect(replaced).toEqual([{ typed, meant: null }]);
      expect(results[0]?.url).toBe('/a/');
    }
  });

  it('says what a word from elsewhere that is in no page is called here', () => {
    const parts = buildSearchIndex([page('/r/', 'Rating', '<h1>Rating</h1><p>Rate it.</p>'), ...PAGES]);
    const { replaced, results } = answer('stars', null, parts);
    expect(replaced).toEqual([{ typed: 'stars', meant: 'rating' }]);
    expect(results[0]?.url).toBe('/r/');
  });

  it('searches for the words as typed when it is asked to', () => {
    const { replaced, results } = answer('polciy adapters', null, buildSearchIndex(PAGES), true);
    expect(replaced).toEqual([{ typed: 'polciy', meant: null }]);
    expect(results[0]?.url).toBe('/b/');
  });

  it('says how many results there are in everything when a part of the site has none', () => {
    expect(answer('names', '/a/')).toMatchObject({ results: [], elsewhere: 1 });
    expect(answer('names', '/b/').elsewhere).toBe(0);
    expect(answer('zebra', '/a/').elsewhere).toBe(0);
  });

  it.each([
    [7, 7, false],
    [8, 8, false],
    [9, 8, true],
  ])('of %i documents that match gives %i, and says whether there are more', (documents, shown, hasMore) => {
    const pages = Array.from({ length: documents }, (_, nth) => page(`/${nth}/`, `Zebra ${nth}`, ''));
    const given = answer('zebra', null, buildSearchIndex(pages).slice(0, 1));
    expect([given.results.length, given.hasMore]).toEqual([shown, hasMore]);
  });

  it('corrects nothing while words are found', () => {
    expect(answer('policy').replaced).toEqual([]);
  });

  const product = page(
    '/g/product/',
    'Deploy a product',
    '<h1>Deploy a product</h1><p>Short.</p><h2 id="status">Statuses</h2><p>Status CORRUPT: a task has failed.</p>' +
      '<h2 id="next">Next steps</h2><p>Status CORRUPT: read more.</p>',
  );

  it('leads to the section with most of the query, and quotes it', () => {
    const [first] = find('product status corrupt', buildSearchIndex([product, ...PAGES]));
    expect(first?.url).toBe('/g/product/#status');
    expect(textOf(first?.title)).toBe('Statuses');
    expect(textOf(first?.snippet ?? [])).toContain('CORRUPT');
    expect(first?.trail).toEqual(['Group', 'Deploy a product']);
  });

  it('leads to the page whose title has all of the query', () => {
    expect(find('deploy product', buildSearchIndex([product, ...PAGES]))[0]?.url).toBe('/g/product/');
  });

  it('[161] gives each address once, and names the page of each section', () => {
    const found = find('corrupt', buildSearchIndex([product, ...PAGES]));
    expect(found.map(({ url, trail }) => [url, trail.at(-1)])).toEqual([
      ['/g/product/#status', 'Deploy a product'],
    ]);
  });

  it('puts requirements behind everything else, unless the reader asks for them', () => {
    const requirement = {
      ...page('/conformance/tech-adapter/dc-30/', 'DC-30 Removing a policy', ''),
      isAside: true,
    };
    const urls = (query: string, under: string | null = null) =>
      answer(query, under, buildSearchIndex([requirement, ...PAGES])).results.map(({ url }) => url);
    expect(urls('removing policy').at(-1)).toBe('/conformance/tech-adapter/dc-30/');
    for (const query of ['removing policy must', 'requirement removing policy', 'DC-30'])
      expect(urls(query)[0], query).toBe('/conformance/tech-adapter/dc-30/');
    expect(urls('removing policy', '/conformance/')).toEqual(['/conformance/tech-adapter/dc-30/']);
  });
});

describe('the sections of an article', () => {
  it('keep the labels of a diagram apart', () => {
    const html = '<h1>T</h1><svg><g><text>Product</text><text>Components</text></g></svg>';
    expect(readSections(html)).toMatchObject([{ text: 'Product Components' }]);
  });

  it('[128] begin at headings of level 1 to 3; deeper ones, not anchors and buttons, are text', () => {
    const html =
      '<h1>T</h1><p>one</p><p>two</p><h2 id="a">A<a class="anchor" href="#a">#</a></h2><h4 id="d">Deep</h4><p>x</p><button>Copy</button>';
    expect(readSections(html)).toMatchObject([
      { title: 'T', id: null, text: 'one two' },
      { title: 'A', id: 'a', text: 'Deep x' },
    ]);
  });
});

function textOf(segments: readonly Segment[] | undefined): string | undefined {
  return segments?.map(({ text }) => text).join('');
}

describe('the words of readers', () => {
  const keywords = ['tear down', 'drop a table'];
  const removal = { ...page('/k/', 'Undeploying', '<h1>Undeploying</h1><p>Stops it.</p>'), keywords };

  it('find the page that has them as keywords, under its own title', () => {
    const [first] = find('drop tables', buildSearchIndex([...PAGES, removal]));
    expect(first?.url).toBe('/k/');
    expect(textOf(first?.title)).toBe('Undeploying');
  });

  it('find it first where they are one of its keywords, in any form and order', () => {
    const other = page('/l/', 'Tables', '<h1>Tables</h1><p>A table to drop, dropped tables.</p>');
    expect(find('the table drops', buildSearchIndex([other, removal]))[0]?.url).toBe('/k/');
  });

  it('lead to the page where they stand side by side, of two that have them', () => {
    const apart = page('/m/', 'Reset', '<h1>Reset</h1><h2 id="a">Access levels and log</h2>');
    const together = page('/n/', 'Reset', '<h1>Reset</h1><h2 id="b">Access log and levels</h2>');
    const urls = find('access log reset', buildSearchIndex([apart, together])).map(({ url }) => url);
    expect(urls[0]).toMatch(/^\/n\//);
  });

  it.each(['what is a policy', 'meaning of policy', 'What does policy mean?'])(
    'lead to the definition of a term: %s',
    (query) => {
      const glossary = page(
        '/docs/p5_glossary/',
        'Glossary',
        '<h1>Glossary</h1><h3 id="policy">Policy</h3><p>A rule.</p>',
      );
      const parts = buildSearchIndex([...PAGES, { ...glossary, isAside: true }]);
      expect(find(query, parts)[0]?.url).toBe('/docs/p5_glossary/#policy');
    },
  );

  it('lead to the error whose message they are, under its code', () => {
    const error = {
      ...{ title: 'PLAN_UNKNOWN', route: '/api/', hash: '#error/PLAN_UNKNOWN', text: 'Use another token.' },
      messages: ['no plan has this token'],
    };
    const reference = { ...page('/api/', 'Reference', ''), entries: [error] };
    const guide = page('/o/', 'Plan', '<h1>Plan</h1><p>A plan has a token.</p>');
    const [first] = find('no plan has this token', buildSearchIndex([guide, reference]));
    expect(first?.url).toContain('#error/PLAN_UNKNOWN');
    expect(textOf(first?.title)).toBe('PLAN_UNKNOWN');
  });
});
