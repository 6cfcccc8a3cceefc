import type { ReferenceApi } from '@tessera/contracts/reference-model';
import type { SchemaDocument } from '@tessera/contracts/vocabulary';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { allApis } from '../../node/contract-docs/catalog.ts';
import { checkValue, type Definitions, type Schema } from './check-value.ts';

/** Keywords that say nothing about a value, or that the checker reads. */
const KNOWN = new Set([
  ...['$ref', 'type', 'enum', 'required', 'properties', 'additionalProperties', 'propertyNames', 'items'],
  ...[
    'minItems',
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'minimum',
    'maximum',
    'allOf',
    'anyOf',
    'oneOf',
  ],
  ...['default', 'readOnly', 'writeOnly', 'deprecated'],
]);

const contracts = await Promise.all(
  allApis().map(async ({ api }) => {
    const module: Record<string, SchemaDocument> = await import(`@tessera/contracts/schemas/${api.id}`);
    const [document] = Object.values(module);
    if (!document) throw new Error(`${api.id} has no schemas`);
    const definitions: Definitions = document.$defs;
    return { api, document, definitions };
  }),
);

describe('the schemas of the contracts', () => {
  it('use only keywords that the panel checks', () => {
    const unknown = contracts.flatMap(({ api, definitions }) =>
      Object.values(definitions)
        .flatMap(keywordsOf)
        .filter((keyword) => !KNOWN.has(keyword))
        .map((keyword) => `${api.id} ${keyword}`),
    );
    expect(unknown).toEqual([]);
  });

  it.each(contracts)('of $api.id judge examples, and examples with one change, as Ajv does', (contract) => {
    const { api, document, definitions } = contract;
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    ajv.addSchema(document);
    const different: unknown[] = [];
    let failing = 0;
    for (const [schema, examples] of examplesOf(api)) {
      const validate = ajv.getSchema(`${document.$id}#/$defs/${schema}`);
      for (const value of examples.flatMap((example) => [example, ...changesOf(example)])) {
        const isValid = validate?.(value) === true;
        const found = checkValue(value, { $ref: schema }, definitions);
        if (!isValid) failing += 1;
        if (isValid !== (found.length === 0)) different.push({ schema, value, found });
      }
    }
    expect(different).toEqual([]);
    if (api.operations.length > 0) expect(failing).toBeGreaterThan(0);
  });
});

describe('a departure', () => {
  const definitions: Definitions = {
    State: { type: 'string', enum: ['RUNNING', 'DONE'] },
    Task: {
      type: 'object',
      required: ['state'],
      properties: {
        state: { $ref: '#/$defs/State' },
        at: { type: 'string', format: 'date-time' },
        'a/b': { type: 'array', minItems: 1, items: { type: 'integer', minimum: 1 } },
      },
      additionalProperties: false,
    },
  };

  it.each<[string, unknown, Schema, string[]]>([
    [
      'names what is allowed',
      { state: 'OVER' },
      { $ref: 'Task' },
      ['/state one of "RUNNING", "DONE" "OVER"'],
    ],
    ['names what is missing', {}, { $ref: 'Task' }, ['/state this required member nothing']],
    ['points inside lists', { state: 'DONE', 'a/b': [1, 0] }, { $ref: 'Task' }, ['/a~1b/1 at least 1 0']],
    ['counts items', { state: 'DONE', 'a/b': [] }, { $ref: 'Task' }, ['/a~1b at least 1 item 0']],
    [
      'names members that are not allowed',
      { state: 'DONE', x: 1 },
      { $ref: 'Task' },
      ['/x no such member 1'],
    ],
    [
      'describes a format',
      { state: 'DONE', at: 'today' },
      { $ref: 'Task' },
      ['/at a date and time with a time zone, such as 2026-01-31T09:30:00Z "today"'],
    ],
    ['is not an optional member that is null', { state: 'DONE', at: null }, { $ref: 'Task' }, []],
    ['is a required member that is null', { state: null }, { $ref: 'Task' }, ['/state a string null']],
    [
      'is reported for the nearest of several forms',
      { state: 'OVER' },
      { oneOf: [{ type: 'string' }, { $ref: 'Task' }] },
      ['/state one of "RUNNING", "DONE" "OVER"'],
    ],
    [
      'lists the forms where no form is near',
      5,
      { oneOf: [{ type: 'string' }, { $ref: 'Task' }] },
      [' a string, or an object 5'],
    ],
  ])('%s', (_, value, schema, expected) => {
    const found = checkValue(value, schema, definitions);
    expect(found.map(({ pointer, expected: wanted, actual }) => `${pointer} ${wanted} ${actual}`)).toEqual(
      expected,
    );
  });
});

/** The different examples of each schema. */
function examplesOf({ operations }: ReferenceApi): ReadonlyMap<string, readonly unknown[]> {
  const texts = new Map<string, Set<string>>();
  for (const { responses, body } of operations)
    for (const { schema, examples } of [...responses, ...(body ? [body] : [])])
      for (const { value } of examples)
        if (schema !== undefined)
          texts.set(schema, (texts.get(schema) ?? new Set()).add(JSON.stringify(value)));
  return new Map([...texts].map(([schema, values]) => [schema, [...values].map((text) => JSON.parse(text))]));
}

function keywordsOf(schema: Schema): string[] {
  const {
    properties = {},
    additionalProperties,
    items,
    propertyNames,
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = schema;
  const parts = [...Object.values(properties), ...allOf, ...anyOf, ...oneOf];
  for (const part of [additionalProperties, items, propertyNames])
    if (typeof part === 'object') parts.push(part);
  return [...Object.keys(schema), ...parts.flatMap(keywordsOf)];
}

/** The same value with one member or item removed, or replaced by values of other types. Null is read differently. */
function changesOf(value: unknown): unknown[] {
  const others = [7, -1.5, '', 'x', true, [], {}].filter((other) => typeof other !== typeof value);
  if (Array.isArray(value))
    return [
      ...others,
      [],
      ...value.flatMap((item, index) => changesOf(item).map((other) => value.with(index, other))),
    ];
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? [...others, '', `${value} `] : others;
  const members = Object.entries(value);
  return [
    ...others,
    ...members.map(([name]) => Object.fromEntries(members.filter(([other]) => other !== name))),
    ...members.flatMap(([name, member]) => changesOf(member).map((other) => ({ ...value, [name]: other }))),
  ];
}
