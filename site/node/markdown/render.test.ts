import path from 'node:path';
import { lifecycles } from '@tessera/contracts/lifecycles';
import { describe, expect, it } from 'vitest';
import { SITE_ROOT } from '../config.ts';
import { CURRENT_VERSION } from '../content/releases.ts';
import type { Problem } from '../problems.ts';
import { renderMarkdown } from './render.ts';

function render(body: string, version = CURRENT_VERSION) {
  const problems: Problem[] = [];
  const file = 'a.md';
  const absolute = path.join(SITE_ROOT, 'e2e/fixture/docs/p0_intro.md');
  const rendered = renderMarkdown({
    file,
    absolute,
    body,
    bodyOffset: 0,
    version,
    contracts: [],
    terms: [],
    resolveLink: (href) => href,
    addImage: ({ name }) => name,
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

describe('a block of code', () => {
  it('knows the tab that contains it', () => {
    const block = (text: string) => `\`\`\`text\n${text}\n\`\`\`\n`;
    const tabs = `:::: tabs group=language\n::: tab TypeScript\n${block('a')}:::\n::: tab Python\n${block('b')}:::\n::::\n`;
    const { samples } = render(`${block('before')}\n${tabs}\n${block('after')}`);
    expect(samples.map(({ code, tab }) => [code.trim(), tab])).toEqual([
      ['before', undefined],
      ['a', 'typescript'],
      ['b', 'python'],
      ['after', undefined],
    ]);
  });

  it.each(['sh', 'console', 'text', 'http', ''])('[145] in %s wraps a long line', (language) => {
    expect(render(`\`\`\`${language}\n${'word '.repeat(50)}\n\`\`\`\n`).html).toContain('data-wrapped');
  });

  it('in a shell ends no line inside a flag', () => {
    expect(render('```sh\nnpx tool --poll-budget 3\n```\n').html).toContain(
      '<span class="w">--poll-budget</span>',
    );
  });

  it('in a shell may end a line after the slashes of an address', () => {
    const { html } = render('```sh\ncurl http://127.0.0.1/v1/validate < /dev/null\n```\n');
    expect(html.replaceAll(/<(?!wbr)[^>]*>/g, '')).toContain('http://127.0.0.1/<wbr>v1/<wbr>validate');
    expect(html).not.toContain('/dev<wbr>');
  });

  it.each(['json', 'yaml', 'typescript', 'python'])('in %s keeps its lines', (language) => {
    expect(render(`\`\`\`${language} skip\n${'word '.repeat(50)}\n\`\`\`\n`).html).not.toContain(
      'data-wrapped',
    );
  });
});

describe('a table', () => {
  it('whose head is empty begins with its rows, and each row with what the others are', () => {
    const { html } = render('| | |\n| --- | --- |\n| Level | **MUST** |\n| Since | 2.0.0 |\n');
    expect(html).not.toContain('<thead>');
    expect(html.match(/<th scope="row">(.*?)<\/th>/g)).toEqual([
      '<th scope="row">Level</th>',
      '<th scope="row">Since</th>',
    ]);
    expect(html).toContain('<td><strong class="badge must">MUST</strong></td>');
  });

  it('tells columns of texts from columns of names and figures', () => {
    const { html } = render(
      '| Id | Title | Level |\n| --- | --- | --- |\n| TA-01 | A finished task is readable for an hour | MUST |\n',
    );
    expect(html.match(/class="text"[^>]*>(.*?)</g)).toEqual([
      'class="text" role="columnheader">Title<',
      'class="text" role="cell">A finished task is readable for an hour<',
    ]);
  });

  it('ends no line inside the id of a requirement', () => {
    const { html } = render('| ID | Title |\n| --- | --- |\n| [TA-01](/x/) | A name |\n');
    expect(html).toContain('<td class="id"><a href="/x/">TA-01</a></td>');
  });

  it('of records states the role of each element, because a narrow window lays its rows out differently', () => {
    const { html } = render(
      '| ID | Title | Level |\n| --- | --- | --- |\n| TA-01 | A finished task is readable for an hour | MUST |\n',
    );
    expect(html).toContain('<div class="table records"');
    expect(html.match(/role="(table|rowgroup|row|columnheader|cell)"/g)).toHaveLength(11);
  });

  it.each([
    [
      'of operations',
      '| Function | Operation |\n| --- | --- |\n| `stop()` | [`DELETE /v1/tasks/{id}`](/x/) |\n',
    ],
    [
      'of names with texts',
      '| Code | Status | Fix |\n| --- | --- | --- |\n| `GONE` | 410 | Ask for a new token first |\n',
    ],
    [
      'with two columns of texts',
      '| Kind | Meaning | Form |\n| --- | --- | --- |\n| one | A product without its parts | The whole text of the product |\n',
    ],
  ])('%s is laid out as records in a narrow window', (_what, source) => {
    expect(render(source).html).toContain('<div class="table records"');
  });

  it('shows the level and the severity of a requirement as badges, in cells and items, and no other strong word', () => {
    const { html } = render(
      '| a | b | c |\n| --- | --- | --- |\n| **MUST** | **breaks** | **not** |\n\nIt **MUST** be.\n\n- **Level** **SHOULD**\n',
    );
    expect(html.match(/class="badge[^>]*>\w+/g)).toEqual([
      'class="badge must">MUST',
      'class="badge breaks">breaks',
      'class="badge should">SHOULD',
    ]);
  });

  it('of anything else keeps the roles of its elements', () => {
    expect(render('| ID | Tasks |\n| --- | --- |\n| TA-01 | 12 |\n').html).not.toContain('records');
  });

  it('ends figures at the same place, head included', () => {
    const { html } = render('| Status | Tasks |\n| --- | --- |\n| RUNNING | 12 |\n| FAILED | 3 |\n');
    expect(html.match(/class="num">(.*?)</g)).toEqual([
      'class="num">Tasks<',
      'class="num">12<',
      'class="num">3<',
    ]);
  });

  it('keeps a head that says something, even if its first cell does not', () => {
    const { html } = render('| | One |\n| --- | --- |\n| a | b |\n');
    expect(html).toContain('<thead>');
    expect(html).not.toContain('scope="row"');
  });
});

describe('inline code', () => {
  it('that is a long name may end a line behind its joints, and is the same text', () => {
    const { html } = render('`PROVISIONING_PLAN_UNKNOWN` `A_B` `<a> /and_so_on_and_so`');
    expect(html).toContain('<code>PROVISIONING_<wbr>PLAN_<wbr>UNKNOWN</code>');
    expect(html).toContain('<code>A_B</code>');
    expect(html).toContain('<code>&lt;a&gt; /and_<wbr>so_<wbr>on_<wbr>and_<wbr>so</code>');
  });
});

describe('the states of a thing', () => {
  it('are joined by one line per pair, and terminal states are mentioned only if there are any', () => {
    const { html, problems } = render('```lifecycle\nResultSchedulingStatus\n```\n');
    expect(problems).toEqual([]);
    expect(html).toContain('ResultSchedulingStatus starts as ON_TIME and never ends');
    expect(render('```lifecycle\nExecutionPlanStatus\n```\n').html).toContain('A plan starts as RUNNING');
  });

  it('are drawn downwards when they would be wider than the page', () => {
    for (const name of Object.keys(lifecycles)) {
      const { html } = render(`\`\`\`lifecycle\n${name}\n\`\`\`\n`);
      const width = Number(/<svg [^>]*?width="([\d.]+)"/.exec(html)?.[1] ?? 0);
      expect(width, name).toBeLessThan(720);
    }
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

describe('a picture with a twin for the dark mode', () => {
  it('is shown in the mode that it was made for, and keeps its place free', () => {
    const { html, problems } = render('![A plan](../../../content/pages/console/plan.webp)\n');
    expect(problems).toEqual([]);
    const pictures = html.match(/<img[^>]*>/g) ?? [];
    expect(pictures).toEqual([
      expect.stringMatching(/class="only-light".* alt="A plan".*width="\d+" height="\d+"/),
      expect.stringMatching(/class="only-dark".* alt="A plan".*width="\d+" height="\d+"/),
    ]);
  });
});

describe('a picture with a twin for narrow windows', () => {
  it('is replaced by it there, in each mode and with its own size', () => {
    const { html } = render('![A plan](../../../content/pages/console/plan.webp)\n');
    const sources = html.match(/<picture><source [^>]*>/g) ?? [];
    expect(sources).toHaveLength(2);
    expect(sources[0]).toMatch(
      /media="\(max-width: 600px\)" srcset="[^"]*plan\.phone-[^"]*" width="\d+" height="\d+"/,
    );
    expect(sources[1]).toMatch(/srcset="[^"]*plan\.phone\.dark-/);
  });
});

describe('the texts of a row', () => {
  it('repeat the head of their column where they are below each other', () => {
    const rows = (head: string) =>
      `| ${head} |\n|---|---|---|\n| \`a\` | A long text about this name, and | Another long text, about it too |\n`;
    expect(render(rows('Name | Cause | Remedy')).html).toMatch(
      /<td[^>]*data-label="Cause"[^>]*>A long[\s\S]*data-label="Remedy"/,
    );
    expect(
      render(rows('Name | Cause | Remedy').replace('Another long text, about it too', '3')).html,
    ).not.toContain('data-label');
  });
});

describe('drawings', () => {
  it('are images with a description, without styles and without anything to fetch', () => {
    const { html, problems } = render(
      '```mermaid title="How it goes"\ngraph LR\n  A[Start] --> B[End]\n```\n',
    );
    expect(problems).toEqual([]);
    expect(html).toContain('role="img" aria-label="How it goes"');
    expect(html).toContain('>Start<');
    expect(html).not.toMatch(/<style| style="|https:\/\/fonts/);
  });

  const sequence = (label: string) =>
    `\`\`\`mermaid title="Polling"\nsequenceDiagram\n  A->>B: Start\n  loop ${label}\n    A->>B: State\n  end\n\`\`\`\n`;

  it('leave room for the words of a loop', () => {
    const { html } = render(sequence('until final'));
    const [, width = '0', label = ''] =
      /width="([\d.]+)" height="18"[^>]*>\s*<text[^>]*>([^<]*)/.exec(html) ?? [];
    expect(label).toBe('loop [until final]');
    expect(Number(width)).toBeGreaterThan(6 * label.length);
    expect(
      render(sequence('until the state of the task is one of those at the end')).problems[0]?.message,
    ).toContain('does not fit into its box');
  });

  it.each([
    ['lifecycles', '```lifecycle\nProvisioningTaskStatus\n```\n'],
    ['sequences', sequence('until final')],
  ])('of %s on a page share no id', (_, one) => {
    const ids = [...render(`${one}\n${one}`).html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('show the states that the contracts tell', () => {
    const { html } = render('```lifecycle\nProvisioningTaskStatus\n```\n');
    for (const state of ['RUNNING', 'COMPLETED', 'TERMINATING']) expect(html).toContain(`>${state}<`);
    expect(html).toContain('starts as RUNNING');
  });

  it.each([
    ['```mermaid\ngraph LR\n A --> B\n```', 'diagram needs a title'],
    ['```lifecycle\nNothing\n```', 'there is no lifecycle Nothing'],
  ])('are refused with a reason', (body, why) => {
    expect(render(body).problems[0]?.message).toContain(why);
  });
});

describe('code', () => {
  it('[142] marks lines that were added and removed, without the comments that say so', () => {
    const { html } = render(
      '```java\n// add-next-line\nint a;\n// remove-start\nint b;\n// remove-end\n```\n',
    );
    expect(html.match(/class="l add"/g)).toHaveLength(1);
    expect(html.match(/class="l del"/g)).toHaveLength(1);
    expect(html).not.toContain('next-line');
  });

  it.each(['java', 'python', 'sql', 'xml', 'YAML'])('[143] in %s has colors', (language) => {
    const sample = {
      java: 'int a = 1;',
      python: 'def a(): pass',
      sql: 'SELECT 1',
      xml: '<a b="c"/>',
      YAML: 'a: 1',
    };
    const code = Object.entries(sample).find(([name]) => name === language)?.[1] ?? '';
    const mode = language === 'YAML' ? ' show-only reason="colors only"' : '';
    expect(render(`\`\`\`${language}${mode}\n${code}\n\`\`\`\n`).html).toMatch(/<span class="[a-z]">/);
  });
});

describe('what a page brings with it', () => {
  it('gives partials their values, and says which one is missing', () => {
    const given = render('::: include _shared/greeting.md name=World\n\n::: include _shared/greeting.md\n');
    expect(given.html).toContain('<p>Hello World.</p>');
    expect(given.problems.map(({ message }) => message)).toEqual([
      'include _shared/greeting.md needs a value for [[name]]',
    ]);
  });

  it('includes partials, and says where one is missing', () => {
    const { html, problems } = render('Before.\n\n::: include _shared/remark.md\n\n::: include nothing.md\n');
    expect(html).toContain('The same remark everywhere.');
    expect(problems).toEqual([
      { file: 'a.md', line: 5, message: expect.stringContaining('names no partial') },
    ]);
  });

  it('gives pictures their size and a name that changes with them', () => {
    const { html, problems } = render('![The mark](_shared/mark.svg)\n\n![](_shared/none.png)\n');
    expect(html).toMatch(/<img src="mark-\w{10}\.svg" alt="The mark" width="24" height="12" loading="lazy">/);
    expect(problems.map(({ message }) => message)).toEqual([
      'image _shared/none.png says nothing to those who do not see it',
      'image _shared/none.png names a file that does not exist',
    ]);
  });

  it('has footnotes that lead back to the text', () => {
    const { html } = render('Words[^a].\n\n[^a]: A remark.\n');
    expect(html).toContain('<a href="#fn1" id="fnref1">');
    expect(html).toContain('<a href="#fnref1" aria-label="Back to the text">');
  });
});
