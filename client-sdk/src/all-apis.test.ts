import { readFileSync } from 'node:fs';
import * as door from '@tessera/client';
import { apis } from '@tessera/contracts/apis';
import type { CallTable } from '@tessera/contracts/call-table';
import type { ApiTable, Fixtures } from '@tessera/contracts/vocabulary';
import { describe, expect, test } from 'vitest';
import { serve } from '../testing/loopback.ts';
import { CONTRACTS } from './contracts.ts';
import { createClient } from './create-client.ts';
import { validateResponses } from './validation.ts';

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

/** Doors that are not the client of one API. */
const OTHER_DOORS = [
  '.',
  './cron',
  './descriptor',
  './duration',
  './notifications',
  './platform',
  './raw',
  './redirects',
  './undici',
  './urn',
  './validation',
  './package.json',
];

async function exportOf<T>(path: string, suffix = ''): Promise<T> {
  const name = path
    .split('/')
    .at(-1)
    ?.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return (await import(/* @vite-ignore */ path))[`${name}${suffix}`];
}

test('has an entry point for every API, and no other', () => {
  const doors = Object.keys(manifest.exports).filter((name) => !OTHER_DOORS.includes(name));
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
    expect(Object.keys(client).toSorted()).toEqual(Object.keys(table.operations).toSorted());
  });

  test('can be validated: its tables and schemas are found by its id', async () => {
    const [table, document] = (await CONTRACTS[id]?.()) ?? [];
    expect(table?.id).toBe(id);
    expect(document?.$id).toMatch(new RegExp(`:${id}$`));
  });

  test('reads every example answer of its contract', async () => {
    const table = await exportOf<ApiTable>(`@tessera/contracts/operations/${id}`);
    const calls = await exportOf<CallTable>(`@tessera/contracts/calls/${id}`);
    const fixtures = await exportOf<Fixtures>(`@tessera/contracts/fixtures/${id}`, 'Fixtures');
    let read = 0;
    for (const [operationId, { responses }] of Object.entries(fixtures)) {
      for (const [status, examples] of Object.entries(responses)) {
        for (const { value } of Object.values(examples)) {
          const server = await serve({ status: Number(status), json: value });
          const client = createClient<AnyOperations, object>(calls, {
            baseUrl: server.origin,
            validate: validateResponses,
          });
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
  const transport: door.Transport = async ({ url }) => {
    urls.push(url);
    return { status: 204, headers: new Headers(), text: '' };
  };
  const platform = door.createPlatform({ baseUrl: 'http://host/', transport, prefixes: { builder: '/b' } });
  const path = { id: 'i', 'deployment-unit-id': 'i', token: 't', externalId: 'e' };
  await Promise.allSettled([
    platform.builder.updateHook({ path, body: { status: 'OK' } }),
    platform.governance.reloadCronPolicies(),
    platform.coordinator.deleteTechAdapter({ path }),
    platform.coordinatorV1.reloadConfiguration(),
    platform.assistant.deleteAgent({ path }),
    platform.docsAgent.rebuildEmbeddings(),
  ]);
  const prefixes = apis
    .filter(({ area }) => area === 'platform')
    .map(({ id, prefix }) => (id === 'builder' ? '/b' : prefix));
  expect(urls.map((url) => `/${url.split('/')[3]}`).toSorted()).toEqual(prefixes.toSorted());
});
