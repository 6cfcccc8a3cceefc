import { describe, expect, it } from 'vitest';
import { validatorsOf } from './validators.ts';

const validators = validatorsOf({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:tessera:contracts:numbers-and-texts',
  $defs: {
    Whole: { type: 'integer', minimum: 0 },
    Any: { type: 'number' },
    Text: { type: 'string', minLength: 2, maxLength: 3, pattern: '^[^x]*$' },
  },
});

describe('a number', () => {
  it.each(['Whole', 'Any'])('that is too large to be one is not %s', (schema) => {
    const [failure] = validators.checkRequest(schema, JSON.parse('1e400'));
    expect(failure?.problem).toMatch(/^must be (integer|number)$/);
    expect(validators.checkResponse(schema, Number.NaN)).toHaveLength(1);
    expect(validators.checkRequest(schema, 9e15)).toEqual([]);
  });
});

describe('the length of a text', () => {
  it.each([
    ['', 'must NOT have fewer than 2 characters'],
    ['a', 'must NOT have fewer than 2 characters'],
    ['😀', 'must NOT have fewer than 2 characters'],
    ['ab', undefined],
    ['a😀', undefined],
    ['😀😀', undefined],
    ['abc', undefined],
    ['😀😀😀', undefined],
    ['abcd', 'must NOT have more than 3 characters'],
    ['😀bcd', 'must NOT have more than 3 characters'],
    ['😀😀😀😀', 'must NOT have more than 3 characters'],
    ['\u{d83d}\u{d83d}', undefined],
    ['\u{d83d}', 'must NOT have fewer than 2 characters'],
  ])('of %j is counted in characters, not in units: %s', (text, problem) => {
    expect(validators.checkRequest('Text', text)[0]?.problem).toBe(problem);
    expect(validators.checkResponse('Text', text)[0]?.problem).toBe(problem);
  });

  it('is reported first, and among all problems', () => {
    const told = (all: boolean) =>
      validators.checkRequest('Text', 'x', all).map(({ rule }) => rule['keyword']);
    expect(told(false)).toEqual(['minLength']);
    expect(told(true)).toEqual(['minLength', 'pattern']);
  });
});
