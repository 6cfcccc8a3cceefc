import { dataCatalogPluginFixtures } from '@tessera/contracts/fixtures/data-catalog-plugin';
import { type DescriptorName, descriptors } from '@tessera/contracts/fixtures/descriptors';
import { dataCatalogPlugin } from '@tessera/contracts/operations/data-catalog-plugin';
import { dataCatalogPluginSchemas } from '@tessera/contracts/schemas/data-catalog-plugin';
import { describe, expect, it } from 'vitest';
import { createBench, describeBadInput, exampleOf } from '../../testing/bench.ts';
import { createManualClock } from '../runtime/clock.ts';
import { createSequentialIds } from '../runtime/ids.ts';
import { createCatalog } from './catalog.ts';
import { createDataCatalogPlugin, type DataCatalogPluginOptions } from './data-catalog-plugin.ts';

const bench = createBench(dataCatalogPlugin, dataCatalogPluginSchemas);
const example = (operation: string, status: number, name: string) =>
  exampleOf(dataCatalogPluginFixtures, operation, status, name);

const TASK_MS = 1000;
const PORT = 'urn:dmb:cmp:logistics:shipment-tracking:1:shipments-view';

function plugin(options: DataCatalogPluginOptions = {}) {
  const clock = createManualClock();
  const client = bench.serve(
    createDataCatalogPlugin({
      clock,
      ids: createSequentialIds(),
      taskMs: TASK_MS,
      drainTimeout: 0,
      ...options,
    }),
  );
  const post = (operation: string, body: object) => client.call(operation, { body });
  const poll = (operation: string, token: string) => client.call(operation, { path: { token } });
  return {
    clock,
    post,
    poll,
    find: (componentId: string) => client.call('getEntityReference', { query: { componentId } }),
    async finish(operation: string, body: object) {
      const { status, body: token } = await post(operation, body);
      expect(status, JSON.stringify(token)).toBe(202);
      await clock.advance(TASK_MS);
      return (await poll('getStatus', token)).body;
    },
  };
}

function request(name: DescriptorName = 'deployed', change = (text: string) => text) {
  const { text, descriptorKind } = descriptors[name];
  return { descriptorKind, descriptor: change(text) };
}

const failing = (text: string) =>
  text.replace(
    'viewName: SHIPMENTS_VIEW',
    'viewName: SHIPMENTS_VIEW\n      simulatedFailure: no such glossary',
  );

describe('validating', () => {
  it('finds what the samples say, with and without results, and the same as a task', async () => {
    const { clock, post, poll } = plugin();
    for (const [name, { valid, text, descriptorKind: kind }] of Object.entries(descriptors)) {
      if (kind === 'COMPONENT_DESCRIPTOR') continue;
      for (const descriptorKind of ['DATAPRODUCT_DESCRIPTOR', 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS']) {
        const body = { descriptorKind, descriptor: text };
        const { status, body: result } = await post('validate', body);
        expect([name, status, result.valid]).toEqual([name, 200, valid]);
        const { body: token } = await post('asyncValidate', body);
        expect((await poll('getValidationStatus', token)).body).toEqual({ status: 'RUNNING' });
        await clock.advance(TASK_MS);
        const ended = { status: 'COMPLETED', info: { publicInfo: result } };
        expect((await poll('getValidationStatus', token)).body).toEqual(ended);
      }
    }
  });

  it('says what is wrong as the example of the contract does', async () => {
    const { body } = await plugin().post('validate', request('system-major-disagrees'));
    expect(body).toEqual(example('validate', 200, 'invalid'));
  });

  it.each([
    [descriptors['not-yaml'].text, /^descriptor is not valid YAML: /],
    ['just a sentence', 'descriptor must be a YAML mapping, not a text'],
    ['7', 'descriptor must be a YAML mapping, not a number'],
  ])('finds fault with text that is no descriptor: %#', async (descriptor, expected) => {
    const { status, body } = await plugin().post('validate', { ...request(), descriptor });
    expect([status, body.error.errors]).toEqual([200, [expect.stringMatching(expected)]]);
  });

  it('ends as FAILED when it breaks', async () => {
    const { clock, post, poll } = plugin();
    const broken = plugin({ clock: { ...clock, sleep: () => Promise.reject(new Error('secret')) } });
    const { body: token } = await broken.post('asyncValidate', request());
    await clock.advance(0);
    expect((await broken.poll('getValidationStatus', token)).body).toEqual({ status: 'FAILED' });
    expect((await post('validate', request())).status).toBe(200);
    expect((await poll('getValidationStatus', token)).status).toBe(400);
  });
});

describe('publishing', () => {
  it('answers with a token, and shows its progress', async () => {
    const { clock, post, poll } = plugin();
    expect(await post('provision', request())).toEqual({ status: 202, body: 'task-1' });
    const running = (await poll('getStatus', 'task-1')).body;
    expect(running).toMatchObject({
      status: 'RUNNING',
      logs: [{ level: 'INFO', message: 'Writing Shipment Tracking' }],
    });
    await clock.advance(TASK_MS);
    const ended = (await poll('getStatus', 'task-1')).body;
    expect(ended).toMatchObject({ status: 'COMPLETED', result: 'The data product has been published.' });
    expect(await poll('getStatus', 'task-1')).toEqual({ status: 200, body: ended });
  });

  it('tells users of each output port, by its id, where it is in the catalog', async () => {
    const { info } = await plugin().finish('provision', request());
    expect(info.publicInfo).toEqual({
      [PORT]: {
        catalogAsset: {
          type: 'string',
          label: 'Data catalog',
          value: 'Shipments view',
          href: 'https://catalog.example.com/assets/4713',
        },
      },
    });
    expect(Object.keys(info.privateInfo.assetIds)).toHaveLength(4);
  });

  it('changes nothing when it is done again, and keeps the names of what stays', async () => {
    const { finish } = plugin();
    const first = await finish('provision', request());
    expect((await finish('provision', request())).info).toEqual(first.info);
    const fewer = await finish('provision', request('no-components'));
    expect(fewer.info.publicInfo).toEqual({});
    expect(Object.values(fewer.info.privateInfo.assetIds)).toEqual(['4710']);
  });

  it('fails as a whole when the catalog refuses a part', async () => {
    const { finish, find } = plugin();
    const ended = await finish('provision', request('deployed', failing));
    expect(ended).toMatchObject({ status: 'FAILED', result: 'no such glossary' });
    expect(ended.logs.at(-1)).toMatchObject({ level: 'ERROR', message: 'no such glossary' });
    expect((await find(PORT)).status).toBe(400);
  });

  it('fails without a secret when the catalog breaks', async () => {
    const publish = () => {
      throw new Error('secret');
    };
    const ended = await plugin({ catalog: { ...createCatalog(), publish } }).finish('provision', request());
    expect(ended).toMatchObject({ status: 'FAILED', result: 'The work failed unexpectedly.' });
    expect(JSON.stringify(ended)).not.toContain('secret');
  });

  it('refuses a descriptor with the findings of its validation', async () => {
    const { post } = plugin();
    for (const name of [
      'system-major-disagrees',
      'component-kind-unknown',
      'not-yaml',
      'bare-string',
    ] as const) {
      const body = { ...request(name), descriptorKind: 'DATAPRODUCT_DESCRIPTOR' };
      const { error } = (await post('validate', body)).body;
      const { status, body: said } = await post('provision', body);
      expect([name, status, said.errors]).toEqual([name, 400, error.errors]);
    }
  });

  it('accepts to remove what is not valid any more', async () => {
    const { finish, post } = plugin();
    const invalid = { ...request('component-kind-unknown'), descriptorKind: 'DATAPRODUCT_DESCRIPTOR' };
    expect((await finish('unprovision', invalid)).status).toBe('COMPLETED');
    for (const descriptor of ['a: 1', 'not: [yaml', 'a sentence']) {
      const { status, body } = await post('unprovision', { ...invalid, descriptor });
      expect([status, body.inputErrorField]).toEqual([400, 'descriptor']);
    }
  });

  it('takes the whole data product even when a component is named beside it', async () => {
    const { info } = await plugin().finish('provision', {
      ...request('component-id-unknown'),
      descriptorKind: 'DATAPRODUCT_DESCRIPTOR',
    });
    expect(Object.keys(info.privateInfo.assetIds)).toHaveLength(4);
  });
});

describe('removing', () => {
  it('takes everything out, and does not miss what is not there', async () => {
    const { finish, find } = plugin();
    await finish('provision', request());
    const removed = await finish('unprovision', request());
    expect(removed).toMatchObject({ status: 'COMPLETED', result: 'The data product has been removed.' });
    expect((await find(PORT)).status).toBe(400);
    const again = await finish('unprovision', request());
    expect(again.status).toBe('COMPLETED');
    expect(again.logs.at(-1).message).toBe('Shipment Tracking is not in the catalog; nothing to remove');
  });

  it('leaves other environments alone', async () => {
    const { finish, find } = plugin();
    const production = (text: string) => text.replace('environment: development', 'environment: production');
    await finish('provision', request());
    await finish('provision', request('deployed', production));
    await finish('unprovision', request());
    expect((await find(PORT)).status).toBe(200);
  });
});

describe('the reference of a component', () => {
  it('leads to the catalog, in any case of the URN', async () => {
    const { finish, find } = plugin();
    await finish('provision', request());
    for (const id of [PORT, PORT.toUpperCase(), 'urn:dmb:dp:logistics:shipment-tracking:1']) {
      const { status, body } = await find(id);
      expect([status, body.reference]).toEqual([200, expect.stringMatching(/^https:\/\/.+\/assets\/\d+$/)]);
    }
  });

  it('is refused as the examples of the contract say', async () => {
    const { find } = plugin();
    const id = 'urn:dmb:cmp:logistics:shipment-tracking:1:not-here';
    expect(await find(id)).toEqual({ status: 400, body: example('getEntityReference', 400, 'unknown') });
    const { body } = await bench.serve(createDataCatalogPlugin()).call('getEntityReference');
    expect(body).toEqual(example('getEntityReference', 400, 'missing'));
    expect((await find('')).body.errors).toEqual(['componentId must not be empty']);
  });
});

describe('a component descriptor', () => {
  it.each(['validate', 'asyncValidate', 'provision', 'unprovision'])('is not for %s', async (operation) => {
    const { status, body } = await plugin().post(operation, request('shipments-view'));
    expect([status, body.inputErrorField]).toEqual([400, 'descriptorKind']);
    const { body: said } = await plugin().post(operation, {
      descriptorKind: 'DATAPRODUCT_DESCRIPTOR',
      descriptor: '',
    });
    expect(said.errors).toEqual(['descriptor is required']);
  });
});

describe('a token', () => {
  it('is of one kind, and unknown when it was never issued', async () => {
    const { post, poll } = plugin();
    const { body: validation } = await post('asyncValidate', request());
    const { body: publication } = await post('provision', request());
    for (const token of [publication, 'x', '../x', '__proto__', ' ']) {
      expect((await poll('getValidationStatus', token)).body.errors).toEqual([
        'validation operation not found',
      ]);
    }
    for (const token of [validation, 'x']) {
      expect((await poll('getStatus', token)).body.errors).toEqual(['provisioning operation not found']);
    }
    expect((await poll('getStatus', '')).body.errors).toEqual(['Token is missing']);
  });

  it('is forgotten some time after its task has ended', async () => {
    const { clock, finish, poll } = plugin({ keepFor: 1000 });
    await finish('provision', request());
    await clock.advance(1001);
    expect((await poll('getStatus', 'task-1')).status).toBe(400);
  });
});

describe('a plugin that keeps no tasks', () => {
  it('does its work before it answers', async () => {
    for (const options of [{ withoutStatus: true }, { mode: 'sync' }] as const) {
      const { post, find } = plugin(options);
      const { status, body } = await post('provision', request());
      expect([status, body.status]).toEqual([200, 'COMPLETED']);
      expect((await find(PORT)).status).toBe(200);
      expect((await post('provision', request('deployed', failing))).body.status).toBe('FAILED');
      expect((await post('unprovision', request())).body.status).toBe('COMPLETED');
    }
  });

  it('answers 501 for every token', async () => {
    const { poll } = plugin({ withoutStatus: true });
    const unsupported = { status: 501, body: example('getStatus', 501, 'unsupported') };
    for (const token of ['x', 'task-1']) expect(await poll('getStatus', token)).toEqual(unsupported);
  });
});

describe('a plugin whose parts break', () => {
  it('answers 500 in the shape of the contract to every operation', async () => {
    const broken = () => {
      throw new Error('secret');
    };
    const { post, poll, find } = plugin({
      clock: { ...createManualClock(), now: broken },
      catalog: { ...createCatalog(), find: broken },
    });
    const unreadable = { descriptorKind: 'DATAPRODUCT_DESCRIPTOR', descriptor: 'a: 1' };
    for (const { status, body } of [
      await post('asyncValidate', request()),
      await post('provision', request()),
      await post('unprovision', request()),
      await poll('getValidationStatus', 'x'),
      await poll('getStatus', 'x'),
      await find(PORT),
    ]) {
      expect([status, body.error]).toEqual([500, 'the service could not handle the request']);
    }
    expect((await post('validate', unreadable)).status).toBe(200);
  });
});

describeBadInput(
  dataCatalogPlugin,
  dataCatalogPluginSchemas,
  bench,
  () => createDataCatalogPlugin({ clock: createManualClock(), drainTimeout: 0 }),
  {
    asyncValidate: { body: request() },
    validate: { body: request() },
    provision: { body: request() },
    unprovision: { body: request() },
  },
);

describe('every operation with every status that the contract declares', () => {
  it('is answered by the requests of this file', () => {
    // A synchronous validation depends only on the descriptor, so it cannot fail.
    expect(bench.tape.missing()).toEqual(['validate 500']);
  });
});
