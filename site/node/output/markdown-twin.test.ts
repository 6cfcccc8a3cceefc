import { describe, expect, it } from 'vitest';
import { referencePlaces } from '../contracts.ts';
import { madeUpContent, madeUpPage } from '../made-up-content.ts';
import { searchPage } from '../pages.tsx';
import { markdownTwin } from './markdown-twin.ts';

const ROOT = 'https://docs.example/';

function twinOf(body: string, more = ''): string {
  const { pages, problems } = madeUpContent({
    'docs/p0_intro.md': madeUpPage(body, more),
    'docs/p1_next.md': madeUpPage('Text.'),
  });
  expect(problems).toEqual([]);
  const [page] = pages;
  return page ? (markdownTwin(page, [], ROOT) ?? '') : '';
}

describe('the Markdown of a page', () => {
  it('has whole addresses in its links, whose words may be code, and none in code', () => {
    const twin = twinOf('[Next](p1_next.md) and [`next`](p1_next.md), but `[0-9]?[0-5](-[0-5])` is code.');
    expect(twin).toContain(
      '[Next](https://docs.example/docs/p1_next/) and [`next`](https://docs.example/docs/p1_next/)',
    );
    expect(twin).toContain('`[0-9]?[0-5](-[0-5])` is code');
  });

  it('leaves a block alone that holds another one', () => {
    const block = '````md\n```bash\n[Next](p1_next.md)\n```\n::: tip\n[Next](p1_next.md)\n````';
    expect(twinOf(`${block}\n\n[Next](p1_next.md)`)).toContain(
      `${block}\n\n[Next](https://docs.example/docs/p1_next/)`,
    );
  });

  it('has one top heading: that of the page, or its title', () => {
    expect(twinOf('Text.').match(/^# .*$/gm)).toHaveLength(1);
    expect(twinOf('# Build products\n\n```sh\n# a comment\n```').match(/^# (?!a comment).*$/gm)).toEqual([
      '# Build products',
    ]);
  });

  it('has the description once, and no ids of headings', () => {
    const [description = ''] = /(?<=^> ).*$/m.exec(twinOf('Text.')) ?? [];
    expect(description).not.toBe('');
    const twin = twinOf(`${description}\n\n## Limits and \`a\` {#limits}\n\nText.`);
    expect(twin.split(description)).toHaveLength(2);
    expect(twin).toContain('\n## Limits and `a`\n');
    expect(twin).not.toContain('{#');
  });

  it('keeps the file names of code blocks, and lists the transitions of a lifecycle', () => {
    const twin = twinOf(
      '```ts title="a.ts" compile\nexport {};\n```\n\n```lifecycle\nProvisioningTaskStatus\n```\n\nEnd.',
    );
    expect(twin).toContain('```ts title="a.ts"\nexport {};\n```');
    expect(twin).toContain(
      '| From | To | Caused by |\n| --- | --- | --- |\n| `RUNNING` | `COMPLETED` | the server |',
    );
    expect(twin).not.toContain('```lifecycle');
    expect(twin).toContain('\n\nEnd.');
  });

  it('has the tables and values of the contracts instead of what stands for them', () => {
    const twin = twinOf(
      'It is {{RUNNING}}.\n\n::: contract parameters perimeter-resolver#resolveResources',
      'contracts: [tech-adapter]\noperations: [perimeter-resolver#resolveResources]\n',
    );
    expect(twin).toContain('It is `RUNNING`.');
    expect(twin).toContain('| `limit` | query |');
    expect(twin).not.toContain(':::');
    expect(twin).toContain('Operations on this page');
    expect(twin).toContain('](https://docs.example/extension-points/perimeter-resolver/#tag/');
  });
});

/** The Markdown of the page of a reference. */
function twinAt(route: string): string {
  const place = referencePlaces().find((one) => one.route === route);
  const page = { ...searchPage(), page: { ...searchPage().page, route } };
  return markdownTwin(page, place === undefined ? [] : [place], ROOT) ?? '';
}

describe('the Markdown of a reference', () => {
  it('has the tables that pages have, with whole addresses', () => {
    expect(twinAt('/extension-points/perimeter-resolver/')).toContain('| `limit` | query |');
    const twin = twinAt('/extension-points/tech-adapter/');
    expect(twin).toContain('| `removeData` since 2.2.0 | boolean |');
    expect(twin).toContain(
      '](https://docs.example/extension-points/tech-adapter/#schema/tech-adapter/ProvisioningRequest)',
    );
    expect(twin).toContain('### DESCRIPTOR_REQUIRED (400)');
  });

  it('has the examples of the page: request bodies, requests in each language, and responses', () => {
    const twin = twinAt('/api/coordinator-v2/');
    const operation = twin.slice(
      twin.indexOf('## Deploy or undeploy the components of a deployment unit'),
      twin.indexOf('## Abort the running provisioning'),
    );
    for (const language of ['bash', 'typescript', 'python', 'java', 'json'])
      expect(operation).toContain(`\`\`\`${language}\n`);
    expect(operation).toContain('curl -X POST');
    expect(operation).toContain('### Example responses');
    expect(operation).toContain('ABORTED_FOR_CONFLICTS');
  });

  it('lists the APIs of an area, and all of its errors', () => {
    const twin = twinAt('/extension-points/');
    expect(twin).toContain('- [Tech Adapter API](https://docs.example/extension-points/tech-adapter/): ');
    expect(twin).toContain('### DESCRIPTOR_REQUIRED (400)');
  });
});
