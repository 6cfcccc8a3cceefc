import { ApiError } from '@tessera/client';
import { createCustomUrlPicker } from '@tessera/client/custom-url-picker';
import { createDataCatalogPlugin } from '@tessera/client/data-catalog-plugin';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import {
  createTestFetch,
  createDataCatalogPlugin as serveCatalog,
  createCustomUrlPicker as servePicker,
} from '@tessera/reference-servers/kit';
import { expect, it, onTestFinished } from 'vitest';

it('a test follows a task of a data catalog plugin with the client, in one process', async () => {
  const app = serveCatalog({
    validate: () => ({ valid: true }),
    provision: () => async () => ({ result: 'published' }),
    unprovision: () => async () => ({ result: 'removed' }),
    getEntityReference: () => ({ reference: 'https://catalog.example/orders' }),
  });
  onTestFinished(() => app.close());
  const catalog = createDataCatalogPlugin({
    baseUrl: 'http://test/data-catalog-plugin',
    fetch: createTestFetch(app),
    poll: { initial: 1 },
  });
  const body = {
    descriptorKind: 'DATAPRODUCT_DESCRIPTOR',
    descriptor: descriptors['shipments-view'].text,
  } as const;
  const task = await catalog.provision({ body });
  expect(await task.wait()).toMatchObject({ status: 'COMPLETED', result: 'published' });
});

it('a test gets pages and errors of a picker from the client, in one process', async () => {
  const items = [{ id: 'berlin', value: 'Berlin' }];
  const app = servePicker({
    retrieveValues: ({ query: { filter = '' } }) => items.filter(({ value }) => value.includes(filter)),
    validate: () => 'OK',
  });
  onTestFinished(() => app.close());
  const picker = createCustomUrlPicker({
    baseUrl: 'http://test/custom-url-picker',
    fetch: createTestFetch(app),
  });
  const page = await picker.retrieveValues({ query: { offset: 0, limit: 5, filter: 'lin' }, body: {} });
  expect(page.items).toEqual(items);
  const refused = picker.retrieveValues({ query: { offset: 0, limit: 1 }, body: {} });
  await expect(refused).rejects.toThrow(ApiError);
});
