import type { ContractPages, RequirementPage } from '@tessera/conformance';
import { describe, expect, it } from 'vitest';
import type { Content, Source } from '../content/load.ts';
import { editionsOf } from '../content/versions.ts';
import { compileContent, compileSidebars } from '../pages.tsx';
import type { Problem } from '../problems.ts';
import { gatherRequirements, loadJudgedContracts } from './check-data.ts';
import { addCheckPages, checkRoutes, isCheckPage } from './check-pages.ts';
import { renderRequirement } from './requirement-page.ts';

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
const TEA: RequirementPage = {
  id: 'TM-01',
  page: '/conformance/tea-maker/tm-01/',
  level: 'MUST',
  basis: 'required',
  severity: 'breaks',
  title: 'A cup has <tea> in it, always | everywhere',
  clause: 'Integration contracts §3 entities and their fields',
  why: 'Air is not a drink.',
  means: 'Every cup is looked into.',
  fix: 'Pour.',
  checks: [{ id: 'TM-01', title: 'A cup has tea in it' }],
  mutants: [{ name: 'empty', defect: 'serves an empty cup' }],
  looksAt: ['POST: a cup'],
  wrong: {
    defect: 'serves an empty cup',
    expected: 'tea',
    actual: '200 application/json: {"tea":null}',
    exchanges: [
      {
        label: 'a cup',
        operation: 'pour',
        request: { method: 'POST', path: '/cups', body: '{}' },
        response: { status: 200, mediaType: 'application/json', body: '{"tea":null}' },
      },
    ],
  },
};
const HOT: RequirementPage = {
  id: 'X-01',
  page: '/conformance/every-contract/x-01/',
  level: 'SHOULD',
  basis: 'required',
  severity: 'untidy',
  title: 'What is served is hot',
  clause: 'Tea §2',
  why: 'It is winter.',
  means: 'A hand is held above it.',
  fix: 'Boil.',
  checks: [{ id: 'X-01', title: 'What is served is hot' }],
  mutants: [{ name: 'cold', defect: 'serves it cold' }],
  looksAt: 'all',
};
const CONTRACT: ContractPages = {
  contract: 'tea-maker',
  title: 'Tea Maker API',
  version: '1.0.0',
  requirements: [HOT, TEA],
};
const OTHER: ContractPages = {
  contract: 'soup-maker',
  title: 'Soup Maker API',
  version: '2.0.0',
  requirements: [{ ...HOT, checks: [], notTested: 'Soup is hot by law.' }],
};

const SETTINGS = { baseUrl: '/base/', editUrl: '' };

function compile(content: Content) {
  const problems: Problem[] = [];
  const editions = editionsOf(content, []);
  const pages = compileContent(editions, compileSidebars(editions), SETTINGS, problems);
  return { pages, problems };
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

function lastResponse(markdown: string): string | undefined {
  return [...markdown.matchAll(/^````http title="Response"\n(.*?)^````/gms)].at(-1)?.[1];
}

describe('the pages of requirements', () => {
  const whole = addCheckPages(WITH_INDEX, [CONTRACT, OTHER]);
  const { pages, problems } = compile(whole);
  const pageAt = (route: string) => pages.find(({ page }) => page.route === route);

  it('are there for a site that has their index, and for no other', () => {
    expect(addCheckPages(EMPTY, [CONTRACT])).toBe(EMPTY);
    const routes = whole.sources.map(({ route }) => route);
    expect(routes.toSorted()).toEqual([
      '/conformance/',
      '/conformance/every-contract/',
      '/conformance/every-contract/x-01/',
      '/conformance/soup-maker/',
      '/conformance/tea-maker/',
      '/conformance/tea-maker/tm-01/',
    ]);
    expect(['/conformance/', ...checkRoutes([CONTRACT, OTHER])].toSorted()).toEqual(routes.toSorted());
    expect(routes.filter(isCheckPage)).toEqual([
      '/conformance/every-contract/x-01/',
      '/conformance/tea-maker/tm-01/',
    ]);
  });

  it('explain the requirement, its basis, a wrong response, the fix and the command for its checks', () => {
    expect(problems).toEqual([]);
    const html = pageAt('/conformance/tea-maker/tm-01/')?.html ?? '';
    expect(html).toContain('A cup has &lt;tea&gt; in it, always | everywhere');
    expect(html).toContain('Every cup is looked into.');
    expect(html).toContain('Air is not a drink.');
    expect(textOf(html)).toContain('Basis required the clause states it');
    expect(html).toContain('href="/base/conformance/clauses/#integration-contracts-3"');
    expect(html).toContain('The server serves an empty cup.');
    expect(textOf(html)).toContain('Got 200 application/json: {&quot;tea&quot;:null} Request: a cup');
    expect(html).toContain('Pour.');
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain(
      'npx tessera conformance tea-maker --url http://localhost:8080/tea-maker --only TM-01',
    );
    expect(html).toContain('href="/base/conformance/tea-maker/"');
  });

  const commandsOf = (contract: string, more: Partial<RequirementPage> = {}): string => {
    const [one] = gatherRequirements([{ ...CONTRACT, contract, requirements: [{ ...TEA, ...more }] }]);
    return /## Run only this check\n(.*?)\n## /s.exec(one ? renderRequirement(one) : '')?.[1] ?? '';
  };

  it('say how the run of a single requirement ends', () => {
    expect(commandsOf('tea-maker')).toContain('[`partial`, exit code 2](/conformance/#single-requirement)');
  });

  it.each([
    [0, 'no check runs'],
    [1, '1 of 2 checks run'],
  ])(
    'have --write in the command, with a warning, if %i of 2 checks run without it',
    (runsReadOnly, left) => {
      const checks = [...TEA.checks, { id: 'TM-01:cup', title: 'Another cup' }];
      const written = commandsOf('platform', { checks, runsReadOnly });
      expect(written).toContain('conformance platform --url http://localhost:4400 --only TM-01 --write\n');
      expect(written).toContain('changes the server:** use a [test stage](/conformance/platform/#write).\n');
      expect(written).toContain(`\nWithout it, ${left}.`);
      expect(commandsOf('platform', { checks })).not.toContain('--write');
    },
  );

  it('link to how traffic is recorded if the checks read a recording', () => {
    expect(commandsOf('integrator')).toContain('integrator --recording traffic.har --only TM-01\n');
    expect(commandsOf('integrator')).toContain('[Record the traffic](/conformance/integrator/#record)');
  });

  it('show a name of the contract that begins a title as code', () => {
    const limit = { ...TEA, title: 'limit 4 returns 400' };
    const found = compile(addCheckPages(WITH_INDEX, [{ ...CONTRACT, requirements: [limit] }])).pages;
    const htmlOf = (route: string) => found.find(({ page }) => page.route === route)?.html ?? '';
    expect(htmlOf(TEA.page)).toContain('<code>limit</code> 4 returns 400</h1>');
    expect(htmlOf('/conformance/tea-maker/')).toContain('<code>limit</code> 4 returns 400');
  });

  it('number the requests of a sequence, which can be alike', () => {
    const cup = {
      label: 'recorded',
      operation: 'pour',
      request: { method: 'POST', path: '/cups' },
      failure: 'closed',
    };
    const wrong = { defect: 'brews', expected: 'one', actual: 'two', exchanges: [cup, cup] };
    const found = compile(
      addCheckPages(WITH_INDEX, [{ ...CONTRACT, requirements: [{ ...TEA, wrong }] }]),
    ).pages;
    const html = found.find(({ page }) => page.route === TEA.page)?.html ?? '';
    expect(textOf(html)).toMatch(/Request: recorded \(1 of 2\).*Request: recorded \(2 of 2\)/s);
  });

  it.each([
    [
      { difference: { where: 'response header', at: 'content-length', wrong: '2' } as const },
      'This differs: Place Wrong Correct Response header content-length 2 absent Response',
    ],
    [{}, 'The violation is not in the response.'],
  ])('say what differs if both responses have the same text', (looksEqual, expected) => {
    const [right] = TEA.wrong?.exchanges ?? [];
    const one = { ...TEA, ...(right && { right }), looksEqual };
    const found = compile(addCheckPages(WITH_INDEX, [{ ...CONTRACT, requirements: [one] }])).pages;
    const html = found.find(({ page }) => page.route === TEA.page)?.html ?? '';
    expect(textOf(html)).toContain(expected);
  });

  it('state the status of the task that a wrong response reports', () => {
    const wrong = { defect: 'brews', expected: '400', exchanges: [] };
    const got = `200 application/json: {"status":"COMPLETED","result":"${'-'.repeat(100)}"}`;
    const one = { ...TEA, wrong: { ...wrong, actual: got } };
    const found = compile(addCheckPages(WITH_INDEX, [{ ...CONTRACT, requirements: [one] }])).pages;
    const html = found.find(({ page }) => page.route === TEA.page)?.html ?? '';
    expect(textOf(html)).toContain('Got 200 application/json with the status COMPLETED');
  });

  it('begin the sentence for a defect with its operation', () => {
    const slow = 'pourTea.v1: takes an hour';
    const broken = {
      ...TEA,
      wrong: { ...TEA.wrong, expected: 'tea', actual: 'air', exchanges: [], defect: slow },
    };
    const one = { ...broken, mutants: [{ name: 'slow', defect: slow }] };
    const found = compile(addCheckPages(WITH_INDEX, [{ ...CONTRACT, requirements: [one] }])).pages;
    const html = found.find(({ page }) => page.route === TEA.page)?.html ?? '';
    expect(html.split('<code>pourTea.v1</code> takes an hour.')).toHaveLength(3);
    expect(textOf(html)).toContain('Defects that it detects # Defect pourTea.v1 takes an hour.');
  });

  it('are one for a requirement of several contracts, and list each with its level and its checks', () => {
    const text = textOf(pageAt('/conformance/every-contract/x-01/')?.html ?? '');
    expect(text).toContain('Tea Maker API SHOULD 1 all responses');
    expect(text).toContain('Soup Maker API SHOULD 0 nothing: Soup is hot by law.');
    expect(text).toContain('The server serves it cold. tea-maker , soup-maker');
    const code = pageAt('/conformance/every-contract/x-01/')?.html.replaceAll(/<[^>]+>/g, '');
    expect(code).toContain('conformance tea-maker --url http://localhost:8080/tea-maker --only X-01');
    expect(code).not.toContain('tessera conformance soup-maker');
  });

  it('are named in a sentence and not listed in the table for a contract whose servers they do not bind', () => {
    const text = textOf(pageAt('/conformance/soup-maker/')?.html ?? '');
    expect(text).toContain('Binding (MUST) 0');
    expect(text).toContain('Not tested for this contract: X-01');
    expect(text).not.toContain('is hot');
  });

  it('are listed as tested in a shared set if a single contract tests them', () => {
    const shared = (...contracts: ContractPages[]): string => {
      const found = compile(addCheckPages(WITH_INDEX, contracts)).pages;
      return textOf(found.find(({ page }) => page.route === '/conformance/every-contract/')?.html ?? '');
    };
    expect(shared(OTHER, CONTRACT)).toContain('What is served is hot SHOULD untidy 1 of 2 contracts');
    expect(shared(CONTRACT, { ...OTHER, requirements: [HOT] })).toContain('SHOULD untidy 2 contracts');
    expect(shared(OTHER)).toContain('What is served is hot not tested untidy 0 of 1 contract');
  });

  it('are in a separate sidebar, below their contract', () => {
    const page = pageAt('/conformance/tea-maker/tm-01/')?.page;
    expect(page?.sidebar).toBe('conformance');
    expect(page?.breadcrumbs.map(({ label }) => label)).toEqual([
      INDEX.frontMatter.title,
      'Tea Maker',
      'TM-01 A cup has <tea> in it, always | everywhere',
    ]);
  });

  it('are linked from every contract that asks them, and every contract from the index', () => {
    const linksOf = (route: string) => pageAt(route)?.links.map(({ href }) => href) ?? [];
    expect(linksOf('/conformance/')).toContain('/base/conformance/tea-maker/');
    expect(linksOf('/conformance/')).toContain('/base/conformance/every-contract/');
    expect(linksOf('/conformance/tea-maker/')).toContain('/base/conformance/tea-maker/tm-01/');
    for (const name of ['tea-maker', 'soup-maker', 'every-contract'])
      expect(linksOf(`/conformance/${name}/`)).toContain('/base/conformance/every-contract/x-01/');
  });

  it.each([
    ['Bring a cup.\n\nBring milk.\n', /Bring a cup\. .*Contract version.*Bring milk\. .*TM-01/],
    [
      'Run this:\n\n```sh\nboil water\n```\n\nBring milk.\n',
      /Run this: .*boil water.*Contract version.*Bring milk\./,
    ],
  ])('have the numbers of a contract after what its introduction begins with', (body, order) => {
    const frontMatter = { title: 'Tea', description: 'Judged tea.' };
    const written = { ...INDEX, id: 'tea-maker/index', route: '/conformance/tea-maker/', frontMatter, body };
    const { pages } = compile(addCheckPages({ ...EMPTY, sources: [INDEX, written] }, [CONTRACT]));
    const found = pages.find(({ page }) => page.route === '/conformance/tea-maker/');
    expect(textOf(found?.html ?? '')).toMatch(order);
  });

  it('keep the written introduction of a contract before its requirements', () => {
    const written: Source = {
      ...INDEX,
      id: 'tea-maker/index',
      route: '/conformance/tea-maker/',
      frontMatter: { title: 'Tea', description: 'Judged tea.' },
      body: 'Bring a cup.\n',
    };
    const content = { ...EMPTY, sources: [INDEX, written] };
    const found = compile(addCheckPages(content, [CONTRACT])).pages.filter(
      ({ page }) => page.route === '/conformance/tea-maker/',
    );
    expect(found.map(({ page }) => page.title)).toEqual(['Tea']);
    expect(textOf(found[0]?.html ?? '')).toMatch(/Bring a cup\. .*TM-01/);
  });

  it.each([
    ['Pour `tea`. Then serve it.', 'Pour tea. Then serve it.'],
    [`Pour. ${'Stir, '.repeat(40)}and serve.`, 'Pour.'],
    [`${'Stir, '.repeat(40)}and serve.`, 'A cup has <tea> in it, always | everywhere.'],
  ])('have whole sentences of the fix as their summary', (fix, expected) => {
    const { sources } = addCheckPages(WITH_INDEX, [{ ...CONTRACT, requirements: [{ ...TEA, fix }] }]);
    const summary = sources.find(({ route }) => route === TEA.page)?.frontMatter.description;
    expect(summary).toBe(expected);
  });
});

describe('the examples of the requirements', () => {
  it('are never two equal responses without a word on what differs', () => {
    const shown = gatherRequirements(loadJudgedContracts()).map((one) => {
      const [, wrong = '', right = ''] =
        /## A wrong response(.*?)## A correct response(.*?)\n## /s.exec(renderRequirement(one)) ?? [];
      return { page: one.page, right, last: lastResponse(wrong), only: lastResponse(right) };
    });
    const compared = shown.filter(({ only }) => only !== undefined);
    expect(compared.length).toBeGreaterThan(0);
    const silent = compared.filter(
      ({ last, only, right }) => last === only && !/This differs|The violation is/.test(right),
    );
    expect(silent.map(({ page }) => page)).toEqual([]);
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
    expect(new Set(named).size).toBeGreaterThan(280);
    expect(named.filter((route) => !built.has(route))).toEqual([]);
  });
});
