import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../../testing/plain-handlers.ts';
import { createTechAdapter } from '../tech-adapter.ts';
import { readDescriptor, readProvisionedComponent } from './descriptor.ts';
import { accept, validationResult } from './findings.ts';
import { fromJsonSchema, type StandardSchema } from './specific.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const ID = 'urn:dmb:cmp:sales:orders:1:orders-table';

/** A component with this specific section. */
function descriptorWith(specific: unknown) {
  const component = {
    id: ID,
    name: 'Orders',
    kind: 'storage',
    infrastructureTemplateId: 'urn:dmb:itm:t:0',
    specific,
  };
  const dataProduct = {
    id: 'urn:dmb:dp:sales:orders:1',
    kind: 'dataproduct',
    name: 'Orders',
    version: '1.0.0',
    environment: 'development',
    components: [component],
  };
  return JSON.stringify({ componentIdToProvision: ID, dataProduct });
}

const requestWith = (specific: unknown) => ({
  descriptorKind: 'COMPONENT_DESCRIPTOR' as const,
  descriptor: descriptorWith(specific),
});

interface Table {
  readonly database: string;
  readonly columns?: readonly { readonly name: string }[];
}

const TABLE = fromJsonSchema<Table>({
  type: 'object',
  required: ['database'],
  properties: {
    database: { type: 'string', minLength: 1 },
    columns: { type: 'array', items: { type: 'object', required: ['name'] } },
  },
});

/** What validation libraries offer: it reads a text as a number, and adds a default. */
const REPLICAS: StandardSchema<{ replicas: number }> = {
  '~standard': {
    validate(value) {
      const given: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'replicas') : 1;
      const replicas = Number(given ?? 1);
      if (replicas > 0) return { value: { replicas } };
      return { issues: [{ message: 'expected a number from 1 on', path: [{ key: 'replicas' }] }] };
    },
  },
};

/** An adapter that shows its specific sections. */
function serve() {
  const app = createTechAdapter({
    ...PLAIN,
    validate: ({ body }) => validationResult(readDescriptor(body, { specific: TABLE })),
    provision: ({ body }) => {
      const { components } = accept(readDescriptor(body, { specific: TABLE }));
      return { result: components.map(({ specific }) => specific.database.toUpperCase()).join() };
    },
    updateAcl: ({ body }) => {
      const { components } = readProvisionedComponent(body.provisionInfo.request, { specific: TABLE });
      return { result: components.map(({ specific }) => specific.database).join() };
    },
  });
  servers.push(app);
  return async (path: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url: `/tech-adapter/v1/${path}`, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
}

describe('a schema for the specific section', () => {
  it('gives handlers its type', async () => {
    const post = serve();
    const { body } = await post('provision', requestWith({ database: 'sales', other: true }));
    expect(body).toMatchObject({ status: 'COMPLETED', result: 'SALES' });
  });

  it('makes a violation a finding of the validation, with its path', async () => {
    const post = serve();
    const wrong = requestWith({ database: 5, columns: [{ name: 'id' }, {}] });
    expect((await post('validate', wrong)).body).toEqual({
      valid: false,
      error: {
        errors: [
          `component ${ID}: specific.database: must be string`,
          `component ${ID}: specific.columns.1.name: is required`,
        ],
      },
    });
  });

  it('makes it the validation error of the contract where the work cannot begin', async () => {
    const post = serve();
    expect(await post('provision', requestWith({}))).toMatchObject({
      status: 400,
      body: {
        errors: [`component ${ID}: specific.database: is required`],
        input: ID,
        inputErrorField: 'specific.database',
      },
    });
    const provisionInfo = { request: descriptorWith({ database: '' }), result: '' };
    const access = await post('updateacl', { refs: [], provisionInfo });
    expect(access).toMatchObject({
      status: 400,
      body: {
        errors: [`provisionInfo.request is not valid: component ${ID}: specific.database: must not be empty`],
      },
    });
  });

  it('reports problems of the rest of the descriptor as well', () => {
    const { findings = [] } = readDescriptor(requestWith({}), {
      specific: TABLE,
      serves: ['urn:dmb:itm:x:0'],
    });
    expect(findings.map(({ code }) => code)).toEqual(['DESCRIPTOR_INVALID', 'NOT_AUTHORIZED_TO_DEPLOY']);
  });

  it('reports only the first problem of a large section', () => {
    const columns = Array.from({ length: 20_000 }, () => ({}));
    const { findings } = readDescriptor(requestWith({ columns, database: 1 }), { specific: TABLE });
    expect(findings).toHaveLength(1);
  });

  it('may come from a library of validators, whose value handlers get', () => {
    const { components } = accept(readDescriptor(requestWith({ replicas: '3' }), { specific: REPLICAS }));
    expect(components.map(({ specific }) => specific)).toEqual([{ replicas: 3 }]);
    const { findings } = readDescriptor(requestWith({ replicas: -1 }), { specific: REPLICAS });
    expect(findings?.map(({ values }) => values)).toEqual([
      { finding: `component ${ID}: specific.replicas: expected a number from 1 on` },
    ]);
  });

  it('may depend on the component', () => {
    const specific = ({ infrastructureTemplateId }: { infrastructureTemplateId: string }) =>
      infrastructureTemplateId === 'urn:dmb:itm:t:0' ? TABLE : fromJsonSchema<Table>({ type: 'object' });
    expect(readDescriptor(requestWith({}), { specific }).findings).toHaveLength(1);
    const other = {
      descriptorKind: 'COMPONENT_DESCRIPTOR' as const,
      descriptor: descriptors['shipments-view'].text,
    };
    expect(readDescriptor(other, { specific }).findings).toBeUndefined();
  });

  it('is not checked in a product request, whose components belong to several adapters', () => {
    const descriptor = JSON.stringify(JSON.parse(descriptorWith({})).dataProduct);
    const request = { descriptorKind: 'DATAPRODUCT_DESCRIPTOR' as const, descriptor };
    expect(readDescriptor(request, { specific: TABLE }).findings).toBeUndefined();
  });

  it('must validate at once, and be a schema', () => {
    const late: StandardSchema<object> = { '~standard': { validate: async () => ({ value: {} }) } };
    expect(() => readDescriptor(requestWith({}), { specific: late })).toThrow('validates asynchronously');
    expect(() => fromJsonSchema({ type: 'text' })).toThrow('type must be equal to one of');
  });
});
