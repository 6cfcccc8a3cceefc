import { describe, expect, it } from 'vitest';
import type { Content, Source } from '../content/load.ts';
import { editionsOf } from '../content/versions.ts';
import { compileContent, compileSidebars } from '../pages.tsx';
import type { Problem } from '../problems.ts';
import { type JudgedContract, loadJudgedContracts } from './check-data.ts';
import { addCheckPages, isCheckPage } from './check-pages.ts';

const INDEX: Source = {
  file: 'content/conformance/index.md',
  absolute: '/content/conformance/index.md',
  area: 'conformance',
  id: 'index',
  route: '/conformance/',
  frontMatter: { title: 'Requirements', description: 'What is asked.' },
  body: 'Text of the index.\n',
  bodyOffset: 4,
};
const EMPTY: Content = { sources: [], categories: new Map() };
const WITH_INDEX: Content = { ...EMPTY, sources: [INDEX] };
const CONTRACT: JudgedContract = {
  contract: 'tea-maker',
  title: 'Tea Maker API',
  version: '1.0.0',
  requirements: [
    {
      id: 'TM-01',
      page: '/conformance/tea-maker/tm-01/',
      level: 'MUST',
      derived: false,
      severity: 'breaks',
      title: 'A cup has <tea> in it, always | everywhere',
      clause: 'Tea §1',
      why: 'Nobody drinks air.',
      fix: 'Pour.',
      checks: [{ id: 'TM-01', title: 'A cup has tea in it' }],
      mutants: [{ name: 'empty', crime: 'serves an empty cup', alone: true }],
      looksAt: ['POST: a cup'],
      wrong: {
        crime: 'serves an empty cup',
        expected: 'tea',
        actual: '200 application/json: {"tea":null}',
        exchanges: [
          {
            label: 'a cup',
            request: { method: 'POST', path: '/cups', body: '{}' },
            response: { status: 200, mediaType: 'application/json', body: '{"tea":null}' },
          },
        ],
      },
    },
  ],
};

const SETTINGS = { baseUrl: '/base/', editUrl: '' };

function compile(content: Content) {
  const problems: Problem[] = [];
  const editions = editionsOf(content, []);
  const pages = compileContent(editions, compileSidebars(editions), SETTINGS, problems);
  return { pages, problems };
}

describe('the pages of requirements', () => {
  it('are there for a site that has their index, and for no other', () => {
    expect(addCheckPages(EMPTY, [CONTRACT])).toBe(EMPTY);
    const routes = addCheckPages(WITH_INDEX, [CONTRACT]).sources.map(({ route }) => route);
    expect(routes).toEqual(['/conformance/', '/conformance/tea-maker/', '/conformance/tea-maker/tm-01/']);
    expect(routes.map(isCheckPage)).toEqual([false, false, true]);
  });

  it('say what is asked, how a wrong answer looks, what helps and how to run only its checks', () => {
    const { pages, problems } = compile(addCheckPages(WITH_INDEX, [CONTRACT]));
    expect(problems).toEqual([]);
    const html = pages.find(({ page }) => page.route.endsWith('/tm-01/'))?.html ?? '';
    expect(html).toContain('A cup has &lt;tea&gt; in it, always | everywhere');
    expect(html).toContain('Nobody drinks air.');
    expect(html).toContain('From a server that serves an empty cup:');
    expect(html).toContain('{&quot;tea&quot;:null}');
    expect(html).toContain('Pour.');
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain(
      'npx tessera-conformance tea-maker --url URL --only TM-01',
    );
    expect(html).toContain('href="/base/conformance/tea-maker/"');
  });

  it('stand in a sidebar of their own, below their contract', () => {
    const { pages } = compile(addCheckPages(WITH_INDEX, [CONTRACT]));
    const page = pages.find(({ page }) => page.route.endsWith('/tm-01/'))?.page;
    expect(page?.sidebar).toBe('conformance');
    expect(page?.breadcrumbs.map(({ label }) => label)).toEqual([
      'Tea Maker API',
      'TM-01 A cup has <tea> in it, always |…',
    ]);
  });

  it('are linked from the table of their contract, and every contract from the index', () => {
    const { pages } = compile(addCheckPages(WITH_INDEX, [CONTRACT]));
    const linked = pages.flatMap(({ links }) => links.map(({ href }) => href));
    expect(linked).toContain('/base/conformance/tea-maker/');
    expect(linked).toContain('/base/conformance/tea-maker/tm-01/');
  });
});

describe('what the suite names as pages', () => {
  it('is built, each at the address that the suite prints', () => {
    const all = loadJudgedContracts();
    expect(all.length).toBeGreaterThanOrEqual(11);
    const { pages, problems } = compile(addCheckPages(WITH_INDEX, all));
    expect(problems).toEqual([]);
    const built = new Set(pages.map(({ page }) => page.route));
    const named = all.flatMap(({ requirements }) => requirements.map(({ page }) => page));
    expect(named.length).toBeGreaterThan(400);
    expect(named.filter((route) => !built.has(route))).toEqual([]);
  });
});
