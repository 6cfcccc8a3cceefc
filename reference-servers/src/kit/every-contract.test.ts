import { apis } from '@tessera/contracts/apis';
import type { ApiTable, Fixtures, OperationEntry, SchemaDocument } from '@tessera/contracts/vocabulary';
import { describe, expect, it } from 'vitest';
import { createServer } from '../harness/create-server.ts';
import { isRecord } from '../harness/json-schema.ts';
import { validatorsOf } from '../harness/validators.ts';
import { mountHandlers } from './mount-handlers.ts';

// The kit needs only the tables of a contract: every extension point is served by handlers that return examples.

async function load(kind: 'operations' | 'schemas' | 'fixtures', id: string): Promise<unknown> {
  const door = `@tessera/contracts/${kind}/${id}`;
  const [value] = Object.values(await import(door));
  return value;
}

function isTable(value: unknown): value is ApiTable {
  return isRecord(value) && isRecord(value['operations']);
}
function isSchemas(value: unknown): value is SchemaDocument {
  return isRecord(value) && isRecord(value['$defs']);
}
function isFixtures(value: unknown): value is Fixtures {
  return isRecord(value);
}

async function read(id: string) {
  const [table, schemas, fixtures] = await Promise.all([
    load('operations', id),
    load('schemas', id),
    load('fixtures', id),
  ]);
  if (!isTable(table) || !isSchemas(schemas) || !isFixtures(fixtures)) throw new Error(`no tables of ${id}`);
  return { table, schemas, fixtures };
}

/** The first example of the first successful response. */
function exampleOf({ id, responses }: OperationEntry, fixtures: Fixtures): unknown {
  const status = Object.keys(responses).find(
    (one) => Number(one) < 400 && responses[one]?.schema !== undefined,
  );
  return Object.values(fixtures[id]?.responses[status ?? ''] ?? {})[0]?.value;
}

const own = apis.filter(({ area }) => area === 'extension-points');

describe.each(own.map(({ id }) => id))('a %s whose handlers answer with the examples', (id) => {
  it('answers every operation as the contract says', async () => {
    const { table, schemas, fixtures } = await read(id);
    const entries = Object.values(table.operations);
    const links = entries.flatMap(({ longRunning }) => longRunning ?? []);
    const polls = new Set(links.map(({ poll }) => poll.operation));
    const stops = new Set(links.flatMap(({ cancel }) => cancel?.operation ?? []));
    const handlers = Object.fromEntries(
      entries
        .filter((entry) => !polls.has(entry.id))
        .map((entry) => {
          if (stops.has(entry.id)) return [entry.id, true];
          const poll = table.operations[entry.longRunning?.poll.operation ?? ''];
          const shown = exampleOf(poll ?? entry, fixtures);
          if (poll === undefined || !isRecord(shown)) return [entry.id, () => shown];
          const { status: _status, logs: _logs, ...output } = shown;
          return [entry.id, () => async () => output];
        }),
    );
    const app = createServer({ mounts: [mountHandlers({ table, schemas }, handlers)] });
    const { checkResponse } = validatorsOf(schemas);
    for (const entry of entries.filter(({ body }) => body !== undefined)) {
      const [request] = Object.values(fixtures[entry.id]?.request ?? {});
      const required = entry.parameters.filter((parameter) => parameter.required);
      const query = Object.fromEntries(
        required.flatMap((one) => (one.in === 'query' ? [[one.name, '5']] : [])),
      );
      const headers = { 'x-request-id': '3f8a1c52-7d09-4f6e-9b5a-0c2d1e4f6a78' };
      const url = table.prefix + entry.path;
      const method = entry.method === 'PATCH' ? 'PATCH' : 'POST';
      const payload = JSON.stringify(request?.value);
      const answer = await app.inject({
        method,
        url,
        query,
        headers: { ...headers, 'content-type': 'application/json' },
        payload,
      });
      const schema = entry.responses[String(answer.statusCode)]?.schema;
      expect(answer.statusCode, `${entry.id}: ${answer.body}`).toBeLessThan(300);
      if (schema !== undefined) expect(checkResponse(schema, answer.json())).toEqual([]);
      if (entry.longRunning === undefined) continue;
      const { operation } = entry.longRunning.poll;
      const path = table.operations[operation]?.path.replace(/\{\w+\}/, answer.json()) ?? '';
      expect((await app.inject(table.prefix + path)).json()).toMatchObject({ status: 'COMPLETED' });
    }
    await app.close();
  });
});
