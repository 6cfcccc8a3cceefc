import { expect, it } from 'vitest';
import { madeUpContent, madeUpPage } from '../made-up-content.ts';

it.each([
  ['docs/guide/_category.yaml', 'label: [a\n', /cannot be read: /],
  ['docs/_glossary.yaml', '- term: "a\n', /cannot be read: /],
  ['docs/_glossary.yaml', 'term: a\n', /a glossary is a list of terms/],
  [
    'docs/_glossary.yaml',
    '- term: a\n  definition: A letter.\n  alias: b\n',
    /"a" has the unknown key "alias"/,
  ],
])('tells what is wrong in %s', (file, text, message) => {
  const { problems } = madeUpContent({
    'docs/p0_intro.md': madeUpPage('Text.'),
    'docs/p5_glossary.md': madeUpPage('Text.'),
    [file]: text,
  });
  expect(problems.map((problem) => problem.message).join()).toMatch(message);
  expect(problems.every((problem) => problem.file.endsWith(file))).toBe(true);
});
