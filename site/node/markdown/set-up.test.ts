import { expect, it } from 'vitest';
import { renderMarkdown } from './render.ts';

function render(body: string): string {
  const input = {
    file: 'page.md',
    absolute: '/page.md',
    body,
    bodyOffset: 0,
    version: '2.3.0',
    contracts: [],
    terms: [],
    resolveLink: (href: string) => href,
    addImage: () => '',
    problems: [],
  };
  return renderMarkdown(input).html;
}

const COMMAND = '```bash run\n$ npx tessera platform deploy\n```\n';

it('says once where the commands of a page run, before the first command of the toolkit', () => {
  const html = render(`Text.\n\n${COMMAND}\n${COMMAND}`);
  expect(html.match(/inside a checkout of the toolkit/g)).toHaveLength(1);
  expect(html.indexOf('inside a checkout')).toBeLessThan(html.indexOf('npx'));
  expect(html).toContain('href="/docs/p11_installation/p1_requirements/#the-toolkit"');
});

it('precedes the list that contains the command', () => {
  const html = render(`1. Step.\n\n   ${COMMAND.replaceAll('\n', '\n   ')}`);
  expect(html.indexOf('inside a checkout')).toBeLessThan(html.indexOf('<ol>'));
});

it.each([
  ['has said so', `Run this in a checkout.\n\n${COMMAND}`],
  ['has no such command', '```bash run\n$ curl -s localhost:4400\n```\n'],
])('says nothing on a page that %s', (_case, body) => {
  expect(render(body).includes('inside a checkout of the toolkit')).toBe(false);
});

it('says which package a TypeScript program needs outside the checkout, on pages with such a program', () => {
  const program = '```bash run\n$ KEY=a npx tsx a.ts\n```\n';
  expect(render(`Text.\n\n${COMMAND}\n${program}`)).toContain(
    '<code>&quot;type&quot;: &quot;module&quot;</code>',
  );
  expect(render(`Text.\n\n${COMMAND}`)).not.toContain('module');
});
