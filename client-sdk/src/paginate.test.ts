import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CallTable } from '@tessera/contracts/call-table';
import { expect, expectTypeOf, test } from 'vitest';
import { type Received, serve, serveBy } from '../testing/loopback.ts';
import { createClient } from './create-client.ts';
import { ContractError } from './errors.ts';

interface Item {
  id: number;
}

/** A contract with every way of paging. */
interface Operations {
  listByOffset: {
    path: object;
    query: { limit?: number; offset?: number; sort?: string };
    headers: object;
    body: undefined;
    responses: { 200: { content: Item[]; page?: { count: number } } };
    errors: object;
  };
  listFull: {
    path: object;
    query: { offset?: number };
    headers: object;
    body: undefined;
    responses: { 200: { content: Item[]; page: { limit?: number } } };
    errors: object;
  };
  listBare: {
    path: object;
    query: { offset?: number };
    headers: object;
    body: undefined;
    responses: { 200: Item[] };
    errors: object;
  };
  search: {
    path: object;
    query: object;
    headers: object;
    body: { text: string; paging?: { after?: string; size?: number } };
    responses: { 200: { items: Item[]; next?: string | null } };
    errors: object;
  };
}

interface Kinds {
  listByOffset: { items: '/content' };
  listFull: { items: '/content' };
  listBare: { items: '' };
  search: { items: '/items' };
}

const table: CallTable<Kinds> = {
  id: 'lists',
  errors: {},
  operations: {
    listByOffset: {
      method: 'GET',
      path: '/by-offset',
      pages: { offset: '/query/offset', items: '/content', total: '/page/count' },
    },
    listFull: {
      method: 'GET',
      path: '/full',
      pages: { offset: '/query/offset', items: '/content', pageSize: '/page/limit' },
    },
    listBare: { method: 'GET', path: '/bare', pages: { offset: '/query/offset', items: '' } },
    search: {
      method: 'POST',
      path: '/search',
      pages: { cursor: '/body/paging/after', items: '/items', nextCursor: '/next' },
    },
  },
};

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: from + index }));

function offsetOf({ url }: Received): number {
  return Number(new URL(url, 'http://x').searchParams.get('offset') ?? 0);
}

async function clientFor(reply: (request: Received, count: number) => unknown) {
  const server = await serveBy((request, count) => ({ status: 200, json: reply(request, count) }));
  return { server, client: createClient<Operations, Kinds>(table, { baseUrl: server.origin }) };
}

async function collect(items: AsyncIterable<Item>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

test('answers with one page when it is awaited', async () => {
  const { client, server } = await clientFor(() => ({ content: range(0, 2), page: { count: 5 } }));
  const page = await client.listByOffset({ query: { limit: 2, sort: 'name' } });
  expectTypeOf(page.items).toEqualTypeOf<readonly Item[]>();
  expect(page).toMatchObject({ items: [{ id: 0 }, { id: 1 }], total: 5, body: { page: { count: 5 } } });
  expect(server.received.map(({ url }) => url)).toEqual(['/by-offset?limit=2&sort=name']);
});

test('iterates over all items by offset and stops at the total', async () => {
  const { client, server } = await clientFor((request) => {
    const offset = offsetOf(request);
    return { content: range(offset, Math.min(5, offset + 2)), page: { count: 5 } };
  });
  expect(await collect(client.listByOffset({ query: { limit: 2, sort: 'name' } }))).toEqual([0, 1, 2, 3, 4]);
  expect(server.received.map(({ url }) => url)).toEqual([
    '/by-offset?limit=2&sort=name',
    '/by-offset?limit=2&sort=name&offset=2',
    '/by-offset?limit=2&sort=name&offset=4',
  ]);
});

test('starts at the given offset', async () => {
  const { client, server } = await clientFor((request) => ({
    content: range(offsetOf(request), 5),
    page: { count: 5 },
  }));
  expect(await collect(client.listByOffset({ query: { offset: 3 } }))).toEqual([3, 4]);
  expect(server.received).toHaveLength(1);
});

test('continues to an empty page when there is no total, for a short page may be a server that holds less', async () => {
  const { client, server } = await clientFor((request) => {
    const offset = offsetOf(request);
    return range(offset, Math.min(7, offset + 3));
  });
  expect(await collect(client.listBare())).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(server.received.map(offsetOf)).toEqual([0, 3, 6, 7]);
});

test('ends with a page that is not full, where the answer says how many items a full one has', async () => {
  const { client, server } = await clientFor((request) => {
    const offset = offsetOf(request);
    return { content: range(offset, Math.min(5, offset + 3)), page: { limit: 3 } };
  });
  expect(await collect(client.listFull())).toEqual([0, 1, 2, 3, 4]);
  expect(server.received.map(offsetOf)).toEqual([0, 3]);
});

test('goes on to an empty page when an answer does not say it', async () => {
  const { client, server } = await clientFor((request) => ({
    content: range(offsetOf(request), 2),
    page: {},
  }));
  expect(await collect(client.listFull())).toEqual([0, 1]);
  expect(server.received.map(offsetOf)).toEqual([0, 2]);
});

test('follows cursors in the body without touching the rest of it', async () => {
  const { client, server } = await clientFor(({ body }) => {
    const { paging } = JSON.parse(body);
    return paging.after === undefined
      ? { items: range(0, 2), next: 'c2' }
      : { items: range(2, 3), next: null };
  });
  const args = { body: { text: 'x', paging: { size: 2 } } };
  expect(await collect(client.search(args))).toEqual([0, 1, 2]);
  expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([
    { text: 'x', paging: { size: 2 } },
    { text: 'x', paging: { size: 2, after: 'c2' } },
  ]);
  expect(args).toEqual({ body: { text: 'x', paging: { size: 2 } } });
});

test('iterates over pages, and over the same list twice', async () => {
  const { client } = await clientFor((request) =>
    range(offsetOf(request), Math.min(4, offsetOf(request) + 2)),
  );
  const pager = client.listBare();
  const sizes: number[] = [];
  for await (const { items } of pager.pages()) sizes.push(items.length);
  expect(sizes).toEqual([2, 2, 0]);
  expect(await collect(pager)).toEqual([0, 1, 2, 3]);
});

test('fetches no page that the caller does not reach', async () => {
  const { client, server } = await clientFor((request) => range(offsetOf(request), offsetOf(request) + 10));
  for await (const { id } of client.listBare()) if (id === 12) break;
  expect(server.received).toHaveLength(2);
});

test('does not end the process before the caller requests a page', async () => {
  const server = await serve({ status: 500 });
  const client = createClient<Operations, Kinds>(table, { baseUrl: server.origin });
  const list = client.listBare();
  while (server.received.length === 0) await new Promise(setImmediate);
  await client.listBare().catch(() => undefined);
  await expect(collect(list)).rejects.toMatchObject({ name: 'ApiError', status: 500 });
});

test('tells when the server repeats a page, instead of going on for ever', async () => {
  const { client } = await clientFor(() => range(0, 3));
  await expect(collect(client.listBare())).rejects.toBeInstanceOf(ContractError);
  const stuck = await clientFor(() => ({ items: range(0, 3), next: 'same' }));
  await expect(collect(stuck.client.search({ body: { text: '' } }))).rejects.toBeInstanceOf(ContractError);
});

test('tells where a list was due', async () => {
  const { client } = await clientFor(() => ({ content: null }));
  await expect(client.listByOffset()).rejects.toMatchObject({ name: 'ContractError', pointer: '/content' });
});

test('holds one page at a time, however long the list is', async () => {
  const size = 5_000;
  const total = 200 * size;
  const fetchPages: typeof fetch = async (input) => {
    const offset = Number(new URL(String(input)).searchParams.get('offset') ?? 0);
    // Weak references hold on until the current macrotask is over.
    await new Promise(setImmediate);
    return Response.json({ content: range(offset, offset + size), page: { count: total } });
  };
  const client = createClient<Operations, Kinds>(table, { baseUrl: 'http://x', fetch: fetchPages });
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const pages: WeakRef<object>[] = [];
  const held: number[] = [];
  let count = 0;
  for await (const { items } of client.listByOffset().pages()) {
    pages.push(new WeakRef(items));
    count += items.length;
    if (pages.length % 50 !== 0) continue;
    collectGarbage();
    held.push(pages.filter((page) => page.deref() !== undefined).length);
  }
  expect(count).toBe(1_000_000);
  // The first page, which the pager answers with when awaited, this one, and the one before.
  expect(Math.max(...held)).toBeLessThanOrEqual(3);
});
