import { readFileSync } from 'node:fs';
import * as door from '@tessera/client';
import { apis } from '@tessera/contracts/apis';
import type { ApiTable, Fixtures } from '@tessera/contracts/vocabulary';
import { describe, expect, test } from 'vitest';
import { serve } from '../testing/loopback.ts';
import { createClient } from './create-client.ts';

/** Operations that are only known at run time. */
interface AnyOperations {
  [operationId: string]: {
    path: Record<string, string>;
    query: object;
    headers: object;
    body: unknown;
    responses: object;
    errors: object;
  };
}

const withOperations = apis.filter(({ operationCount }) => operationCount > 0);
const manifest: { exports: Record<string, unknown> } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

async function exportOf<T>(path: string, suffix = ''): Promise<T> {
  const name = path
    .split('/')
    .at(-1)
    ?.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return (await import(/* @vite-ignore */ path))[`${name}${suffix}`];
}

test('has a door of its own for every API, and no other', () => {
  const doors = Object.keys(manifest.exports).filter(
    (name) => !['.', './platform', './package.json'].includes(name),
  );
  expect(doors.toSorted()).toEqual(withOperations.map(({ id }) => `./${id}`).toSorted());
});

describe.each(withOperations)('$title', ({ id }) => {
  test('is offered by its own door and by the main one, with every operation', async () => {
    const table = await exportOf<ApiTable>(`@tessera/contracts/operations/${id}`);
    const name = `create${id.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase())}`;
    const path = `@tessera/client/${id}`;
    const create = (await import(/* @vite-ignore */ path))[name];
    expect(Object.entries(door)).toContainEqual([name, create]);
    const client = create({ baseUrl: 'http://127.0.0.1' });
    expect(Object.keys(client).toSorted()).toEqual([...Object.keys(table.operations), 'raw'].toSorted());
  });

  test('reads every example answer of its contract', async () => {
    const table = await exportOf<ApiTable>(`@tessera/contracts/operations/${id}`);
    const fixtures = await exportOf<Fixtures>(`@tessera/contracts/fixtures/${id}`, 'Fixtures');
    let read = 0;
    for (const [operationId, { responses }] of Object.entries(fixtures)) {
      for (const [status, examples] of Object.entries(responses)) {
        for (const { value } of Object.values(examples)) {
          const server = await serve({ status: Number(status), json: value });
          const client = createClient<AnyOperations, ApiTable>(table, { baseUrl: server.origin });
          const { parameters = [] } = table.operations[operationId] ?? {};
          const path = Object.fromEntries(parameters.map(({ name }) => [name, 'p']));
          const outcome = client[operationId]?.withResponse({ path, body: {} });
          const want = { status: Number(status), body: value };
          if (Number(status) < 300) await expect(outcome).resolves.toMatchObject(want);
          else await expect(outcome).rejects.toMatchObject({ ...want, name: 'ApiError', isListed: true });
          read += 1;
        }
      }
    }
    expect(read).toBeGreaterThan(Object.keys(table.operations).length);
  });
});

test('the platform reaches every API of its area, each under its prefix or the one that is given', async () => {
  const urls: string[] = [];
  const fetchNothing: typeof fetch = async (input) => {
    urls.push(input instanceof Request ? input.url : String(input));
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  };
  const platform = door.createPlatform({
    baseUrl: 'http://host/',
    fetch: fetchNothing,
    prefixes: { builder: '/b' },
  });
  for (const [name, client] of Object.entries(platform)) {
    const raw: door.RawClient = client.raw;
    await raw.request('GET', `/${name}`);
  }
  const prefixes = apis
    .filter(({ area }) => area === 'platform')
    .map(({ id, prefix }) => (id === 'builder' ? '/b' : prefix));
  expect(urls.map((url) => url.replace('http://host', '').replace(/\/\w+$/, '')).toSorted()).toEqual(
    prefixes.toSorted(),
  );
});
