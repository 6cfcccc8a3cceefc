import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';

const SOURCES = `Sources:

- [1] [Tech adapters › Register one](/docs/adapters/#register)
- [2] [Hooks](/docs/hooks/)`;

describe('an answer of the documentation agent', () => {
  it('is written by a model, and cites its sources', () => {
    const { kind, blocks, sources } = readAnswer(
      `Call \`registerTechAdapter\` [1]. See [9].\n\nThen wait [2].\n\n${SOURCES}`,
    );
    expect(kind).toBe('written');
    expect(sources.map(({ number, title, url }) => [number, title, url])).toEqual([
      [1, 'Tech adapters › Register one', '/docs/adapters/#register'],
      [2, 'Hooks', '/docs/hooks/'],
    ]);
    expect(blocks).toEqual([
      {
        kind: 'text',
        line: [
          { kind: 'text', text: 'Call ' },
          { kind: 'code', text: 'registerTechAdapter' },
          { kind: 'text', text: ' ' },
          { kind: 'citation', source: sources[0] },
          { kind: 'text', text: '. See ' },
          { kind: 'text', text: '[9]' },
          { kind: 'text', text: '.' },
        ],
      },
      {
        kind: 'text',
        line: [
          { kind: 'text', text: 'Then wait ' },
          { kind: 'citation', source: sources[1] },
          { kind: 'text', text: '.' },
        ],
      },
    ]);
  });

  it('consists of quotes without a model', () => {
    const message = `No language model is configured. These passages fit the question best:\n\n> Register it. [1]\n\n> Wait. [2]\n\n${SOURCES}`;
    const { kind, blocks } = readAnswer(message);
    expect(kind).toBe('quoted');
    expect(blocks.map((block) => block.kind)).toEqual(['text', 'quote', 'quote']);
  });

  it('shows tables, lists and code as such, in quotes too', () => {
    const markdown =
      '> | Status | Meaning |\n> | --- | --- |\n> | `a\\|b` | no |\n>\n> ```bash\n> $ curl\n>\n>   [1]\n> ```\n>\n> [1]\n\n1. One\n2. Two [2]';
    const [quote, list] = readAnswer(`${markdown}\n\n${SOURCES}`).blocks;
    const text = (value: string) => ({ kind: 'text', text: value });
    expect(quote).toEqual({
      kind: 'quote',
      blocks: [
        {
          kind: 'table',
          head: [[text('Status')], [text('Meaning')]],
          rows: [[[{ kind: 'code', text: 'a|b' }], [text('no')]]],
        },
        { kind: 'code', text: '$ curl\n\n  [1]' },
        { kind: 'text', line: [expect.objectContaining({ kind: 'citation' })] },
      ],
    });
    expect(list).toMatchObject({
      kind: 'list',
      isNumbered: true,
      items: [[text('One')], [text('Two '), {}]],
    });
  });

  it('leaves out an empty head of a table', () => {
    const { blocks } = readAnswer('|  |  |\n| --- | --- |\n| Level | MUST |');
    expect(blocks).toEqual([
      {
        kind: 'table',
        head: [],
        rows: [[[{ kind: 'text', text: 'Level' }], [{ kind: 'text', text: 'MUST' }]]],
      },
    ]);
  });

  it('without sources is a refusal', () => {
    expect(readAnswer('The documentation does not answer this question.')).toMatchObject({
      kind: 'refused',
      sources: [],
    });
  });

  it('links to pages only', () => {
    const list = '- [1] [a](javascript:alert(1))\n- [2] [b](//other.example/)\n- [3] [c](/docs/)';
    expect(readAnswer(`Text [1].\n\nSources:\n\n${list}`).sources.map(({ number }) => number)).toEqual([3]);
  });
});
