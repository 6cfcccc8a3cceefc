import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createMadeUpContract,
  jsonBody,
  type MadeUpOperation,
  parameter,
} from '../../testing/made-up-contract.ts';
import { createServer, type ServerOptions } from './create-server.ts';
import type { Mount } from './mount.ts';

/** Eleven gaps of fastify-openapi-glue that the harness closes; one test each. */
describe('between the contract and the router', () => {
  const servers: FastifyInstance[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  interface Setup extends Partial<Omit<Mount, 'contract'>> {
    readonly defs?: Record<string, object>;
    readonly catalog?: Parameters<typeof createMadeUpContract>[2];
    readonly logger?: ServerOptions['logger'];
  }

  function serve(operations: readonly MadeUpOperation[], { defs, catalog, logger, ...mount }: Setup = {}) {
    const contract = createMadeUpContract(operations, defs, catalog);
    const echo = Object.fromEntries(
      operations.map(({ id }) => [
        id,
        ({ path, query, headers, body }: Record<string, unknown>) => ({
          status: 200,
          body: { path, query, headers, body },
        }),
      ]),
    );
    const mounts = [{ contract, handlers: echo, ...mount }];
    const app = createServer({ mounts, ...(logger === undefined ? {} : { logger }) });
    servers.push(app);
    return app;
  }

  it('1: routes path parameters whose names have hyphens, and gives them back by those names', async () => {
    const app = serve(
      [
        {
          id: 'getComponent',
          path: '/units/{deployment-unit-id}/components/{component-id}',
          parameters: [parameter('component-id', 'path'), parameter('deployment-unit-id', 'path')],
        },
      ],
      { defs: { 'getComponent.path': { type: 'object' } } },
    );
    const { path } = (await app.inject('/made-up/units/my-system:2/components/a%2Fb')).json();
    expect(path).toEqual({ 'deployment-unit-id': 'my-system:2', 'component-id': 'a/b' });
  });

  it('2: takes schemas that refer to others of the same document; nothing refers outside of it', async () => {
    const app = serve([{ id: 'send', method: 'POST', path: '/send', body: jsonBody('Linked') }], {
      defs: { Linked: { $ref: '#/$defs/Text' }, Text: { type: 'string' } },
    });
    const send = async (payload: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/made-up/send',
          headers: { 'content-type': 'application/json' },
          payload,
        })
      ).statusCode;
    expect([await send('"text"'), await send('5')]).toEqual([200, 400]);
  });

  it('3: understands the keywords of JSON Schema 2020-12', async () => {
    const Pair = {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: ['integer', 'null'] }],
      items: false,
      minItems: 2,
    };
    const Closed = {
      type: 'object',
      properties: { pair: { $ref: '#/$defs/Pair' } },
      unevaluatedProperties: false,
    };
    const app = serve([{ id: 'send', method: 'POST', path: '/send', body: jsonBody('Closed') }], {
      defs: { Pair, Closed },
    });
    const send = async (payload: object) =>
      (await app.inject({ method: 'POST', url: '/made-up/send', payload })).statusCode;
    expect(await send({ pair: ['a', null] })).toBe(200);
    expect(await send({ pair: ['a', 'b'] })).toBe(400);
    expect(await send({ pair: ['a', 1], more: 1 })).toBe(400);
  });

  it('4: takes two schemas that contain themselves', async () => {
    const nested = (name: string, member: string) => ({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        [member]: { type: 'array', items: { $ref: `#/$defs/${name}` } },
      },
    });
    const app = serve(
      [
        { id: 'sendTask', method: 'POST', path: '/tasks', body: jsonBody('Task') },
        { id: 'sendPart', method: 'POST', path: '/parts', body: jsonBody('Part') },
      ],
      { defs: { Task: nested('Task', 'after'), Part: nested('Part', 'parts') } },
    );
    const send = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url: `/made-up${url}`, payload })).statusCode;
    expect(await send('/tasks', { name: 'a', after: [{ name: 'b', after: [] }] })).toBe(200);
    expect(await send('/tasks', { name: 'a', after: [{ name: 'b', after: [{}] }] })).toBe(400);
    expect(await send('/parts', { name: 'a', parts: [{ name: 1 }] })).toBe(400);
  });

  it('5: refuses a request without the body that it has to have', async () => {
    const app = serve([{ id: 'send', method: 'POST', path: '/send', body: jsonBody('Anything') }]);
    const answer = await app.inject({ method: 'POST', url: '/made-up/send' });
    expect([answer.statusCode, answer.json().errors]).toEqual([400, ['a request body is required']]);
    const empty = await app.inject({
      method: 'POST',
      url: '/made-up/send',
      headers: { 'content-type': 'application/json' },
      payload: '',
    });
    expect(empty.json().errors).toEqual(['a request body is required']);
  });

  it('5: does without a body that may be absent', async () => {
    const app = serve([{ id: 'send', method: 'POST', path: '/send', body: jsonBody('Anything', false) }]);
    expect((await app.inject({ method: 'POST', url: '/made-up/send' })).statusCode).toBe(200);
  });

  it('6: answers 415 to a media type that the operation does not declare', async () => {
    const app = serve([{ id: 'send', method: 'POST', path: '/send', body: jsonBody('Anything') }]);
    for (const type of ['text/plain', 'application/xml', 'application/jsonx', 'nonsense']) {
      const answer = await app.inject({
        method: 'POST',
        url: '/made-up/send',
        headers: { 'content-type': type },
        payload: '{}',
      });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        415,
        [`the media type ${type} is not accepted; accepted: application/json`],
      ]);
    }
  });

  const SENDER_UNKNOWN = {
    code: 'SENDER_UNKNOWN',
    scope: 'operation',
    status: 401,
    body: 'RequestValidationError',
    wire: 'none',
    message: 'who are you',
    problems: [],
    solutions: [],
  } as const;

  const secured: MadeUpOperation = {
    id: 'send',
    method: 'POST',
    path: '/send',
    secured: true,
    body: jsonBody('Anything'),
    errors: { 400: ['REQUEST_INVALID'], 401: ['SENDER_UNKNOWN'], 500: ['SYSTEM_PROBLEM'] },
  };

  it('7: tells an unknown sender nothing but that it is unknown', async () => {
    const app = serve([secured], {
      catalog: { SENDER_UNKNOWN },
      authenticate: async ({ headers }) => headers.authorization === 'Bearer open-sesame',
    });
    const send = async (headers: Record<string, string>, payload: string) =>
      (await app.inject({ method: 'POST', url: '/made-up/send', headers, payload })).statusCode;
    const json = { 'content-type': 'application/json' };
    const known = { authorization: 'Bearer open-sesame' };
    expect(await send(json, '{broken')).toBe(401);
    expect(await send({ 'content-type': 'text/plain' }, 'x')).toBe(401);
    expect(await send({ ...json, ...known }, '{broken')).toBe(400);
    expect(await send({ ...json, ...known }, '{}')).toBe(200);
  });

  it('7: does not start when a secured operation has no authentication of its senders', () => {
    expect(() => serve([secured])).toThrow('cannot serve made-up: nothing authenticates the senders of send');
  });

  it('8: tells what is wrong in the shape of the contract', async () => {
    const Order = {
      type: 'object',
      required: ['lines'],
      properties: {
        lines: {
          type: 'array',
          items: { type: 'object', properties: { count: { type: 'integer', minimum: 1 } } },
        },
        currency: { enum: ['EUR', 'USD'] },
      },
    };
    const app = serve([{ id: 'order', method: 'POST', path: '/orders', body: jsonBody('Order') }], {
      defs: { Order },
    });
    const answer = await app.inject({
      method: 'POST',
      url: '/made-up/orders',
      payload: { lines: [{ count: 1 }, { count: 0 }], currency: 'DM' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      errors: ['lines.1.count must be >= 1', 'currency must be one of EUR, USD'],
      userMessage: 'The request is invalid.',
      inputErrorField: 'lines.1.count',
      moreInfo: {
        problems: ['lines.1.count must be >= 1', 'currency must be one of EUR, USD'],
        solutions: [
          'Check lines.1.count against the API reference.',
          'Check currency against the API reference.',
        ],
      },
    });
  });

  it('9: does not start without a handler for every operation, and names all that lack one', () => {
    const operations = ['a', 'b', 'c'].map((id) => ({ id, path: `/${id}` }));
    expect(() => serve(operations, { handlers: { b: () => undefined, c: 'not a function' } })).toThrow(
      'cannot serve made-up: no handler for a, c',
    );
  });

  it('9: answers as the contract says for a capability that a server does without', async () => {
    const stop: MadeUpOperation = {
      id: 'stop',
      path: '/stop',
      capability: { id: 'stopping', absentStatus: '501', absentError: 'TERMINATION_UNSUPPORTED' },
      errors: { 501: ['TERMINATION_UNSUPPORTED'] },
    };
    const app = serve([stop], { handlers: {}, without: ['stopping'] });
    const answer = await app.inject('/made-up/stop');
    expect([answer.statusCode, answer.json().error]).toEqual([501, 'termination is not supported']);
    expect(() => serve([stop], { without: ['flying'] })).toThrow('there is no capability flying');
  });

  it('10: decodes lists in one parameter, and deep objects', async () => {
    const types = { type: 'array', items: { type: 'string' } };
    const deep = { type: 'object', properties: { from: { type: 'integer' }, open: { type: 'boolean' } } };
    const app = serve(
      [
        {
          id: 'find',
          path: '/find',
          parameters: [
            parameter('resource-types', 'query', { explode: false }),
            parameter('page', 'query', { style: 'deepObject' }),
          ],
        },
      ],
      { defs: { 'find.query': { type: 'object', properties: { 'resource-types': types, page: deep } } } },
    );
    const url = '/made-up/find?resource-types=a%2Cb,c%20d&page[from]=5&page%5Bopen%5D=true&unknown=1';
    expect((await app.inject(url)).json().query).toEqual({
      'resource-types': ['a', 'b', 'c d'],
      page: { from: 5, open: true },
    });
  });

  it('11: answers 500 when a handler breaks its own contract, and logs where', async () => {
    const lines: string[] = [];
    const Shipment = {
      type: 'object',
      required: ['state'],
      properties: { state: { enum: ['OPEN', 'DONE'] }, at: { type: 'string', format: 'date-time' } },
    };
    const answers: unknown[] = [
      { status: 200, body: { state: 'LOST' } },
      { status: 200, body: { state: 'OPEN', at: 'yesterday' } },
      { status: 200 },
      { status: 202, body: 'token' },
      undefined,
    ];
    const app = serve(
      [
        {
          id: 'read',
          path: '/read',
          responses: { 200: { mediaType: 'application/json', schema: 'Shipment' } },
        },
      ],
      {
        defs: { Shipment },
        handlers: { read: () => answers[lines.length] },
        logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } },
      },
    );
    for (const _ of answers) {
      const answer = await app.inject('/made-up/read');
      expect([answer.statusCode, answer.json().error]).toEqual([
        500,
        'the service could not handle the request',
      ]);
    }
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.map(({ pointer }) => pointer)).toEqual(['/state', '/at', '', '', '']);
    expect(logged[0]).toMatchObject({
      operation: 'read',
      msg: 'the answer 200 breaks the contract: state must be one of OPEN, DONE',
    });
    expect(logged[3].msg).toBe("the handler answered 202, which is not one of the operation's successes");
  });
});
