import { expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { laxityOf } from './laxity.ts';

const GOOD = { name: 'one', place: 'here', count: 3, isKept: true, refs: ['user:a'] };

function journalOf(...wrong: readonly object[]): Exchange[] {
  return [GOOD, ...wrong].map((value, id) => ({
    id,
    label: `request ${id}`,
    operation: 'provision',
    intent: id === 0 ? 'valid' : 'invalid',
    sent: { method: 'POST', path: '/v1/provision', headers: {}, text: JSON.stringify(value), value },
    received: { status: 202, headers: {}, text: '"1"', mediaType: 'application/json' },
    at: id,
    took: 1,
    lag: 0,
  }));
}

it.each([
  {
    given: 'a number for a text, and a text for a truth',
    wrong: [{ name: 17 }, { isKept: 'yes' }],
    want: { 1: 'turned', 2: 'turned' },
  },
  {
    given: 'a fraction and an item of another type',
    wrong: [{ count: 1.5 }, { refs: ['user:a', 17] }],
    want: { 1: 'turned', 2: 'turned' },
  },
  { given: 'one member alone', wrong: [{ name: 17 }, { name: true }], want: {} },
  {
    given: 'a member that takes a list too',
    wrong: [{ name: 17 }, { name: ['one'] }, { place: 17 }],
    want: {},
  },
  {
    given: 'two members that take whatever comes',
    wrong: [{ name: ['one'] }, { place: { a: 1 } }, { place: 17 }, { isKept: 'yes' }],
    want: { 1: 'unchecked', 2: 'unchecked', 3: 'unchecked' },
  },
  {
    given: 'null, which is something else',
    wrong: [{ name: null }, { name: 17 }, { place: 17 }],
    want: { 2: 'turned', 3: 'turned' },
  },
])('tells values that are turned from bodies that are not read: $given', ({ wrong, want }) => {
  const taken = journalOf(...wrong.map((change) => ({ ...GOOD, ...change })));
  expect(Object.fromEntries(laxityOf(taken))).toEqual(want);
});
