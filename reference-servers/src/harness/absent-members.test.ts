import { describe, expect, it } from 'vitest';
import { createMadeUpContract, jsonBody } from '../../testing/made-up-contract.ts';
import { withoutNulls } from './absent-members.ts';

const { schemas } = createMadeUpContract(
  [{ id: 'send', method: 'POST', path: '/send', body: jsonBody('Body') }],
  {
    Body: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string' },
        note: { type: 'string' },
        cleared: { type: ['string', 'null'] },
        any: {},
        inner: { anyOf: [{ $ref: '#/$defs/Body' }, { type: 'boolean' }] },
        list: { type: 'array', items: { $ref: '#/$defs/Body' } },
      },
    },
  },
);

const tidied = (value: unknown) => withoutNulls(schemas, 'Body', value);

describe('null in an optional member that cannot be null', () => {
  it.each([
    [{ id: 'a', note: null }, { id: 'a' }],
    [
      { id: 'a', inner: { id: 'b', note: null } },
      { id: 'a', inner: { id: 'b' } },
    ],
    [
      { id: 'a', list: [{ id: 'b' }, { id: 'c', list: null }] },
      { id: 'a', list: [{ id: 'b' }, { id: 'c' }] },
    ],
  ])('counts as absent: %j', (given, expected) => {
    expect(tidied(given)).toEqual(expected);
  });

  it.each([
    { id: null },
    { cleared: null },
    { any: null },
    { any: { note: null } },
    { unknown: null },
    { list: [null] },
    JSON.parse('{"__proto__":null}'),
    null,
    'text',
    [],
  ])('is everything that is removed: %j', (given) => {
    expect(tidied(given)).toBe(given);
  });

  it.each([
    ['arrays where the schema knows none', (inner: unknown) => [inner]],
    ['members that it does not know', (inner: unknown) => ({ id: 'a', any: [inner] })],
  ])('is not looked for in %s, however deep', (_, wrap) => {
    let given: unknown = 'end';
    for (let depth = 0; depth < 100_000; depth += 1) given = wrap(given);
    expect(tidied(given) === given).toBe(true);
  });
});
