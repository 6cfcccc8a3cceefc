import { lifecycles } from '@tessera/contracts/lifecycles';
import type { LifecycleEntry } from '@tessera/contracts/vocabulary';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { exampleRequest } from '../../testing/example-request.ts';
import { createMadeUpContract, jsonBody } from '../../testing/made-up-contract.ts';
import { createServer } from '../harness/create-server.ts';
import { replaceAt, valueAt } from '../harness/json-pointer.ts';
import { validatorsOf } from '../harness/validators.ts';
import { createManualClock } from '../runtime/clock.ts';
import { randomIds } from '../runtime/ids.ts';
import { createStub, STUB_HEADER, type StubSource } from './create-stub.ts';
import { contractNames, openContract } from './open-contract.ts';
import { createStubTasks } from './stub-tasks.ts';

function withQuery(url: string, name: string, value: string): string {
  const [path, query] = url.split('?');
  const values = new URLSearchParams(query);
  values.set(name, value);
  return `${path}?${values}`;
}

const TASK_MS = 1000;
const running: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
});

function serve(...sources: StubSource[]) {
  const clock = createManualClock();
  const tasks = createStubTasks({ clock, ids: randomIds, taskMs: TASK_MS });
  const app = createServer({ mounts: sources.map((source) => createStub(source, { tasks })) });
  running.push(app);
  return { app, clock };
}

describe.each(contractNames)('the stub of %s', (id) => {
  it('answers every operation with a marked example that its contract allows', async () => {
    const source = await openContract(id);
    const { app } = serve(source);
    const validators = validatorsOf(source.contract.schemas);
    for (const entry of Object.values(source.contract.table.operations)) {
      for (const [status, response] of Object.entries(entry.responses)) {
        const answer = await app.inject(
          exampleRequest(source, entry, { prefer: `code=${status}`, authorization: 'x' }),
        );
        expect(answer.statusCode, `${entry.id} ${status} ${answer.body}`).toBe(Number(status));
        expect(answer.headers['preference-applied']).toBe(`code=${status}`);
        expect(answer.headers[STUB_HEADER]).toMatch(
          response.schema === undefined ? /^empty$/ : /^(example|generated)/,
        );
        const failures =
          response.schema === undefined ? [] : validators.checkResponse(response.schema, answer.json());
        expect(failures, `${entry.id} ${status}`).toEqual([]);
      }
      const plain = await app.inject(exampleRequest(source, entry, { authorization: 'x' }));
      const declared = Object.keys(entry.responses);
      expect(declared, `${entry.id} ${plain.body}`).toContain(String(plain.statusCode));
    }
  });

  it('ends every list that is walked through page by page', async () => {
    const source = await openContract(id);
    const { app } = serve(source);
    const validators = validatorsOf(source.contract.schemas);
    const lists = Object.values(source.contract.table.operations).filter(({ pagination }) => pagination);
    for (const entry of lists) {
      const { pagination } = entry;
      const request = exampleRequest(source, entry, { authorization: 'x' });
      const [part, name = ''] = (pagination?.cursor ?? pagination?.offset ?? '').split(/:(.*)/s);
      const isByOffset = pagination?.style === 'offset';
      const first = await app.inject(
        isByOffset ? { ...request, url: withQuery(request.url, name, '0') } : request,
      );
      const next = pagination?.nextCursor === undefined ? 500 : valueAt(first.json(), pagination.nextCursor);
      const body: unknown = JSON.parse(request.payload ?? '{}');
      const later = await app.inject(
        part === 'query'
          ? { ...request, url: withQuery(request.url, name, String(next)) }
          : { ...request, payload: JSON.stringify(replaceAt(body, name, next)) },
      );
      expect(later.statusCode, later.body).toBe(200);
      const schema = entry.responses['200']?.schema ?? '';
      expect([entry.id, validators.checkResponse(schema, later.json())]).toEqual([entry.id, []]);
      const items = valueAt(later.json(), pagination?.items ?? '');
      const cursor = valueAt(later.json(), pagination?.nextCursor ?? '/none');
      expect([entry.id, later.body === first.body]).toEqual([entry.id, false]);
      const isEnd = Array.isArray(items) && (items.length === 0 || cursor === null);
      expect([entry.id, isEnd]).toEqual([entry.id, true]);
    }
  });

  it('refuses a preference that it cannot follow, in the shape of each operation', async () => {
    const source = await openContract(id);
    const { app } = serve(source);
    const validators = validatorsOf(source.contract.schemas);
    for (const entry of Object.values(source.contract.table.operations)) {
      const answer = await app.inject(
        exampleRequest(source, entry, { prefer: 'code=418', authorization: 'x' }),
      );
      const schema = entry.responses['400']?.schema;
      expect([entry.id, answer.statusCode]).toEqual([entry.id, 400]);
      expect(answer.body).toContain('418');
      // If no request can be invalid, the contract has no error body for it.
      if (schema === undefined || (entry.body === undefined && entry.parameters.length === 0)) continue;
      expect([entry.id, validators.checkResponse(schema, answer.json())]).toEqual([entry.id, []]);
    }
  });

  it('lets every task go through its lifecycle to a good end', async () => {
    const source = await openContract(id);
    const { app, clock } = serve(source);
    const { operations, prefix } = source.contract.table;
    for (const entry of Object.values(operations)) {
      const { longRunning } = entry;
      const poll = operations[longRunning?.poll.operation ?? ''];
      if (longRunning === undefined || poll === undefined) continue;
      const started = await app.inject(exampleRequest(source, entry));
      expect([entry.id, started.statusCode]).toEqual([entry.id, Number(longRunning.startStatus)]);
      const name = longRunning.token.slice(1);
      const token = name === '' ? started.json() : started.json()[name];
      const url = prefix + poll.path.replace(/\{[^}]*\}/, token);
      const state = async () => (await app.inject(url)).json()[longRunning.state.slice(1)];
      const all: readonly LifecycleEntry[] = Object.values(lifecycles);
      const lifecycle = all.find((one) => one.name === longRunning.lifecycle);
      expect(await state()).toBe(lifecycle?.initial);
      await clock.advance(TASK_MS);
      expect(longRunning.succeeded).toContain(await state());
    }
  });
});

describe('a stub', () => {
  it('knows all one hundred operations of the contracts', async () => {
    const sources = await Promise.all(contractNames.map(openContract));
    const count = sources.reduce(
      (sum, { contract }) => sum + Object.keys(contract.table.operations).length,
      0,
    );
    expect(count).toBe(100);
  });

  async function techAdapter() {
    const source = await openContract('tech-adapter');
    const { app, clock } = serve(source);
    const { operations, prefix } = source.contract.table;
    const [example] = Object.values(source.fixtures['provision']?.request ?? {});
    const at = (operation: string, token = '') =>
      prefix + operations[operation]?.path.replace(/\{[^}]*\}/, token);
    const start = async (): Promise<string> =>
      (await app.inject({ method: 'POST', url: at('provision'), payload: Object(example?.value) })).json();
    const state = async (token: string) => (await app.inject(at('getStatus', token))).json().status;
    return { app, clock, at, start, state };
  }

  it('stops a task once, and tells how far it got', async () => {
    const { app, clock, at, start, state } = await techAdapter();
    const token = await start();
    const stop = async () =>
      (await app.inject({ method: 'DELETE', url: at('terminateProvisioning', token) })).statusCode;
    expect(await stop()).toBe(202);
    expect(await state(token)).toBe('TERMINATING');
    expect(await stop()).toBe(200);
    await clock.advance(TASK_MS);
    expect(await state(token)).toBe('TERMINATED');
  });

  it('returns a task that was started at another API', async () => {
    const [v1, v2] = await Promise.all(['coordinator-v1', 'coordinator-v2'].map(openContract));
    if (v1 === undefined || v2 === undefined) throw new Error('there are two coordinators');
    const { app, clock } = serve(v1, v2);
    const { startProvisioning } = v2.contract.table.operations;
    if (startProvisioning === undefined) throw new Error('there is an operation startProvisioning');
    const started = await app.inject(exampleRequest(v2, startProvisioning));
    const { longRunning } = startProvisioning;
    const token =
      longRunning?.token === '' ? started.json() : started.json()[longRunning?.token.slice(1) ?? ''];
    const { prefix, operations } = v1.contract.table;
    const at = (name = '') => prefix + operations[name]?.path.replace(/\{[^}]*\}/, token);
    const state = async () => (await app.inject(at(longRunning?.poll.operation))).json().status;
    expect(await state()).toBe('RUNNING');
    expect((await app.inject({ method: 'PUT', url: at(longRunning?.cancel?.operation) })).statusCode).toBe(
      202,
    );
    await clock.advance(TASK_MS);
    expect(await state()).toBe('TERMINATED');
  });

  it('refuses a token that it never gave, and one of another operation', async () => {
    const { app, at, start } = await techAdapter();
    const unknown = await app.inject(at('getStatus', 'unknown'));
    expect([unknown.statusCode, unknown.json().input]).toEqual([400, 'unknown']);
    const foreign = await app.inject(at('getValidationStatus', await start()));
    expect(foreign.statusCode).toBe(400);
  });

  it('gives each task a separate token', async () => {
    const { start } = await techAdapter();
    expect(await start()).not.toBe(await start());
  });

  it('validates requests in full', async () => {
    const { app, at } = await techAdapter();
    const answer = await app.inject({
      method: 'POST',
      url: at('provision'),
      payload: { descriptorKind: 'x' },
    });
    expect([answer.statusCode, answer.headers[STUB_HEADER]]).toEqual([400, undefined]);
    expect(answer.json().errors.join()).toMatch(/descriptor/);
  });

  it('answers with the example that is asked for by name', async () => {
    const { app, at } = await techAdapter();
    const url = at('getStatus', 'any');
    const asked = await app.inject({ url, headers: { prefer: 'code=200, example="failed"' } });
    expect([asked.statusCode, asked.json().status]).toEqual([200, 'FAILED']);
    expect(asked.headers[STUB_HEADER]).toBe('example; name="failed"');
    expect(asked.headers['preference-applied']).toBe('code=200, example="failed"');
  });

  it.each([
    ['code=418', 'asks for the status 418; there are 200, 400, 500'],
    ['example=nope', 'asks for the example nope; there are '],
    ['code=200, example=nope', 'asks for the example nope; there are '],
  ])('says what there is when %s is preferred', async (prefer, problem) => {
    const { app, at } = await techAdapter();
    const answer = await app.inject({ url: at('getStatus', 'any'), headers: { prefer } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0]).toContain(problem);
  });

  it('makes an answer up where the contract has no example, and says so', async () => {
    const contract = createMadeUpContract(
      [
        {
          id: 'sendOrder',
          method: 'POST',
          path: '/orders',
          body: jsonBody('Anything'),
          responses: { 200: { mediaType: 'application/json', schema: 'Order' } },
        },
      ],
      {
        Order: {
          type: 'object',
          required: ['id', 'size', 'lines'],
          properties: {
            id: { type: 'string', format: 'uuid' },
            size: { type: 'integer', minimum: 5 },
            lines: { type: 'array', minItems: 2, items: { enum: ['a', 'b'] } },
            parent: { $ref: '#/$defs/Order' },
          },
        },
      },
    );
    const { app } = serve({ contract, fixtures: {}, lifecycles: {} });
    const answer = await app.inject({ method: 'POST', url: '/made-up/orders', payload: {} });
    expect(answer.headers[STUB_HEADER]).toBe('generated');
    expect(answer.json()).toMatchObject({ size: 5, lines: ['a', 'a'] });
  });
});
