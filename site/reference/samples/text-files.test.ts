import { expect, it } from 'vitest';
import { readableExample } from './text-files.ts';

it('shows long texts as files at any depth, and other texts in the JSON', () => {
  const long = 'kind: workload\n'.repeat(20);
  const inner = JSON.stringify({ note: 'x'.repeat(300) });
  const value = {
    descriptor: long,
    note: 'short\ntext',
    flat: 'x'.repeat(300),
    deep: [{ request: inner }],
    list: [long],
  };
  const { json, files } = readableExample(value);
  expect(JSON.parse(json)).toEqual({
    ...value,
    descriptor: '<content of descriptor.yaml>',
    deep: [{ request: '<content of request.json>' }],
    list: ['<content of list.yaml>'],
  });
  expect(files.map(({ name, text }) => [name, text])).toEqual([
    ['descriptor.yaml', long],
    ['request.json', inner],
    ['list.yaml', long],
  ]);
});
