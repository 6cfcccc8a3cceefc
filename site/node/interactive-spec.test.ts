import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { nameEveryType } from './interactive-spec.ts';

describe('the contract for the interactive client', () => {
  it('names the type of every schema and leaves everything else as it is', () => {
    const contract = {
      paths: { '/a': { get: { parameters: [{ name: 'q', schema: { description: 'Any.' } }] } } },
      components: {
        schemas: { A: { properties: { b: {}, c: { $ref: '#/x' }, d: { type: 'string' } } } },
        examples: { E: { value: { schema: {} } } },
      },
    };
    const any = ['string', 'number', 'boolean', 'object', 'array', 'null'];
    expect(nameEveryType(contract)).toEqual({
      paths: { '/a': { get: { parameters: [{ name: 'q', schema: { type: any, description: 'Any.' } }] } } },
      components: {
        schemas: {
          A: { type: 'object', properties: { b: { type: any }, c: { $ref: '#/x' }, d: { type: 'string' } } },
        },
        examples: { E: { value: { schema: {} } } },
      },
    });
  });

  it('accepts what the contract accepts', () => {
    const schema = { type: 'object', oneOf: [{ required: ['id'] }, { required: ['name'] }] };
    const ajv = new Ajv2020();
    ajv.addSchema({ $id: 'before', $defs: { schema } });
    ajv.addSchema({ $id: 'after', $defs: Object(nameEveryType({ schema })) });
    const judge = (name: string, value: unknown) => ajv.validate(`${name}#/$defs/schema`, value);
    for (const value of [{}, { id: 1 }, { name: 1 }, { id: 1, name: 1 }, 'x'])
      expect(judge('after', value)).toBe(judge('before', value));
  });
});
