import { expect, it } from 'vitest';
import { readableExample } from './readable-example.ts';

it('shows every long text of an example, also two of one name', () => {
  const [one, other] = ['a', 'b'].map((word) => `${word}: 1\n`.repeat(60));
  const { json, texts } = readableExample({ before: { descriptor: one }, after: { descriptor: other } });
  expect(json.match(/\(the text shown below: 61 lines\)/g)).toHaveLength(2);
  expect(texts).toEqual([
    { name: 'descriptor', text: one },
    { name: 'descriptor', text: other },
  ]);
});
