import { apis } from '@tessera/contracts/apis';
import type { ApiTable, SchemaDocument } from '@tessera/contracts/vocabulary';
import { describe, expect, it } from 'vitest';
import type { Authenticate } from '../harness/bind.ts';
import { createServer } from '../harness/create-server.ts';
import { isRecord } from '../harness/json-schema.ts';
import { validatorsOf } from '../harness/validators.ts';
import { observe } from '../observability/observe.ts';
import { mountHandlers } from './mount-handlers.ts';

async function read(id: string): Promise<{ table: ApiTable; schemas: SchemaDocument }> {
  const [table] = Object.values(await import(`@tessera/contracts/operations/${id}`));
  const [schemas] = Object.values(await import(`@tessera/contracts/schemas/${id}`));
  if (!isTable(table) || !isSchemas(schemas)) throw new Error(`no tables of ${id}`);
  return { table, schemas };
}

function isTable(value: unknown): value is ApiTable {
  return isRecord(value) && isRecord(value['operations']);
}

function isSchemas(value: unknown): value is SchemaDocument {
  return isRecord(value) && isRecord(value['$defs']);
}

const own = apis.filter(
  ({ area, operationCount }) => area === 'extension-points' && Number(operationCount) > 0,
);

describe.each(own.map(({ id }) => id))('a %s with authentication', (id) => {
  async function serve() {
    const contract = await read(id);
    const entries = Object.values(contract.table.operations);
    const polls = new Set(entries.flatMap(({ longRunning }) => longRunning?.poll.operation ?? []));
    const stops = new Set(entries.flatMap(({ longRunning }) => longRunning?.cancel?.operation ?? []));
    const asked: string[] = [];
    const handlers = Object.fromEntries(
      entries
        .filter((entry) => !polls.has(entry.id))
        .map((entry) => [entry.id, stops.has(entry.id) || (() => asked.push(entry.id))]),
    );
    const authenticate: Authenticate = ({ headers }) => headers.authorization === 'Bearer known';
    const mount = mountHandlers(contract, handlers, { authenticate });
    const app = createServer({ mounts: [mount] });
    observe(app, { mounts: [mount] });
    return { ...contract, entries, app, asked };
  }

  it('answers 401 to an unknown sender of any operation, in the shape of the contract, and asks no handler', async () => {
    const { table, schemas, entries, app, asked } = await serve();
    const { checkResponse } = validatorsOf(schemas);
    for (const { id: operation, method, path, responses } of entries) {
      const url = table.prefix + path.replaceAll(/\{\w+\}/g, 'some-token');
      // Not JSON: the server does not read the body of an unauthenticated sender.
      const answer = await app.inject({
        url,
        method: toMethod(method),
        ...(method === 'GET' ? {} : { payload: '{' }),
        headers: { 'content-type': 'application/json' },
      });
      expect([operation, answer.statusCode], answer.body).toEqual([operation, 401]);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      const schema = (responses['401'] ?? responses['400'])?.schema;
      if (schema !== undefined)
        expect([operation, checkResponse(schema, answer.json())]).toEqual([operation, []]);
    }
    expect(asked).toEqual([]);
    await app.close();
  });

  it('lets a known sender through, and everyone to its health and its contract', async () => {
    const { table, entries, app } = await serve();
    for (const url of ['/health', '/ready', `${table.prefix}/openapi.json`]) {
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
    }
    const headers = { authorization: 'Bearer known' };
    for (const { id: operation, method, path } of entries) {
      const url = table.prefix + path.replaceAll(/\{\w+\}/g, 'some-token');
      const answer = await app.inject({ url, method: toMethod(method), headers });
      expect([operation, answer.statusCode === 401]).toEqual([operation, false]);
    }
    await app.close();
  });
});

function toMethod(method: string): 'GET' | 'POST' | 'PATCH' | 'DELETE' {
  return method === 'GET' || method === 'PATCH' || method === 'DELETE' ? method : 'POST';
}
