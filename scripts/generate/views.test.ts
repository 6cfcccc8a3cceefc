import { describe, expect, it } from 'vitest';
import { valueAt } from './json.ts';
import { buildViews } from './views.ts';

const DOCUMENT = {
  paths: {
    '/things': {
      put: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
        responses: { '204': {} },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name', 'id'],
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string' },
          secret: { type: 'string', writeOnly: true },
          part: { $ref: '#/components/schemas/Part' },
        },
      },
      Part: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
      Order: {
        type: 'object',
        properties: {
          number: { type: 'string', readOnly: true },
          part: { oneOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] },
        },
      },
    },
  },
};

const { document, nameOf } = buildViews(DOCUMENT);
const schema = (name: string) => valueAt(document, `/components/schemas/${name}`);

describe('the views of a schema', () => {
  it('omit request-only fields from a response', () => {
    expect(schema('Thing')).toMatchObject({ required: ['name', 'id'] });
    expect(Object.keys(Object(valueAt(document, '/components/schemas/Thing/properties')))).toEqual([
      'id',
      'name',
      'part',
    ]);
  });

  it('omit response-only fields from a request', () => {
    expect(nameOf('Thing', 'sent')).toBe('ThingToSend');
    expect(schema('ThingToSend')).toMatchObject({ required: ['name'] });
    expect(Object.keys(Object(valueAt(document, '/components/schemas/ThingToSend/properties')))).toEqual([
      'name',
      'secret',
      'part',
    ]);
  });

  it('make a field with a default optional for the sender and present for the receiver, also in nested schemas', () => {
    expect(schema('Part')).not.toHaveProperty('required');
    expect(nameOf('Thing', 'received')).toBe('ThingReceived');
    expect(valueAt(document, '/components/schemas/ThingReceived/properties/part')).toEqual({
      $ref: '#/components/schemas/PartReceived',
    });
    expect(schema('PartReceived')).toMatchObject({ required: ['size'] });
  });

  it('apply no default below an alternative, where no code fills it in', () => {
    expect(nameOf('Order', 'received')).toBe('Order');
  });

  it('need no second name when no response has the schema', () => {
    expect(nameOf('Order', 'sent')).toBe('Order');
    expect(schema('Order')).not.toHaveProperty('properties.number');
  });

  it('are the schemas of request bodies', () => {
    const body = '/paths/~1things/put/requestBody/content/application~1json/schema';
    expect(valueAt(document, body)).toEqual({ $ref: '#/components/schemas/ThingToSend' });
  });
});
