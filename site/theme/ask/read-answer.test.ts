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
        isQuote: false,
        pieces: [
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
        isQuote: false,
        pieces: [
          { kind: 'text', text: 'Then wait ' },
          { kind: 'citation', source: sources[1] },
          { kind: 'text', text: '.' },
        ],
      },
    ]);
  });

  it('consists of quotes without a model', () => {
    const message = `No language model is configured. These passages fit the question best:\n\n> Register it. [1]\n\n${SOURCES}`;
    const { kind, blocks } = readAnswer(message);
    expect(kind).toBe('quoted');
    expect(blocks.map(({ isQuote }) => isQuote)).toEqual([false, true]);
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
