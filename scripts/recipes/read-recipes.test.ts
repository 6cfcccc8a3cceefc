import { describe, expect, it } from 'vitest';
import { applyHunks, readRecipes } from './read-recipes.ts';

const MARKDOWN = `# Contributing

## Recipes

### Add a thing

1. Write it.

   \`\`\`yaml title=a/b.yaml
   one: 1
     two: 2
   \`\`\`

   \`\`\`diff title=list.txt
    first
   +second
   @@
   -third
   +3
   \`\`\`

   \`\`\`sh
   npm run generate
   npm run check
   \`\`\`

## Other

### Not a recipe
`;

describe('a recipe', () => {
  it('consists of files, changes and commands in the order of the text', () => {
    expect(readRecipes(MARKDOWN)).toEqual([
      {
        title: 'Add a thing',
        steps: [
          { kind: 'write', path: 'a/b.yaml', text: 'one: 1\n  two: 2\n' },
          {
            kind: 'change',
            path: 'list.txt',
            hunks: [
              { before: 'first\n', after: 'first\nsecond\n' },
              { before: 'third\n', after: '3\n' },
            ],
          },
          { kind: 'run', command: 'npm run generate' },
          { kind: 'run', command: 'npm run check' },
        ],
      },
    ]);
  });
});

describe('a change', () => {
  const hunks = [{ before: 'b\n', after: 'b\nc\n' }];

  it('is made in the place that its lines name', () => {
    expect(applyHunks('x', 'a\nb\nd\n', hunks)).toBe('a\nb\nc\nd\n');
  });

  it.each(['a\n', 'b\nb\n'])('is an error where its lines are missing or ambiguous: %j', (text) => {
    expect(() => applyHunks('x', text, hunks)).toThrow('x: the lines of the recipe are there');
  });
});
