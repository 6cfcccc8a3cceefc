import { expect, it } from 'vitest';
import { longTexts } from './long-texts.ts';

it('finds long texts of several lines at any depth, and no others', () => {
  const long = 'kind: workload\n'.repeat(20);
  const value = {
    descriptor: long,
    note: 'short\ntext',
    flat: 'x'.repeat(300),
    deep: [{ descriptor: long }],
  };
  expect(longTexts(value)).toEqual([
    { name: 'descriptor', text: long },
    { name: 'descriptor', text: long },
  ]);
});
