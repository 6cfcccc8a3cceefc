import { describe, expect, it } from 'vitest';
import { validatorsOf } from './validators.ts';

const validators = validatorsOf({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:tessera:contracts:numbers',
  $defs: { Whole: { type: 'integer', minimum: 0 }, Any: { type: 'number' } },
});

describe('a number', () => {
  it.each(['Whole', 'Any'])('that is too large to be one is not %s', (schema) => {
    const [failure] = validators.checkRequest(schema, JSON.parse('1e400'));
    expect(failure?.problem).toMatch(/^must be (integer|number)$/);
    expect(validators.checkResponse(schema, Number.NaN)).toHaveLength(1);
    expect(validators.checkRequest(schema, 9e15)).toEqual([]);
  });
});
