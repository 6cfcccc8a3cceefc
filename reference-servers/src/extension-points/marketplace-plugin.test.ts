import { type DescriptorName, descriptors } from '@tessera/contracts/fixtures/descriptors';
import { marketplacePluginFixtures } from '@tessera/contracts/fixtures/marketplace-plugin';
import { marketplacePlugin } from '@tessera/contracts/operations/marketplace-plugin';
import { rules } from '@tessera/contracts/rules';
import { marketplacePluginSchemas } from '@tessera/contracts/schemas/marketplace-plugin';
import { describe, expect, it } from 'vitest';
import { createBench, describeBadInput, exampleOf } from '../../testing/bench.ts';
import { createMarketplace } from './marketplace.ts';
import { createMarketplacePlugin } from './marketplace-plugin.ts';

const bench = createBench(marketplacePlugin, marketplacePluginSchemas);
const example = (operation: string, status: number, name: string) =>
  exampleOf(marketplacePluginFixtures, operation, status, name);
const sample = (name: DescriptorName = 'deployed') => ({ body: { descriptor: descriptors[name].text } });

describe('showing a data product', () => {
  it('says where its page is', async () => {
    const { status, body } = await bench
      .serve(createMarketplacePlugin())
      .call('insertProvisioningResults', sample());
    expect([status, body]).toEqual([200, example('insertProvisioningResults', 200, 'shown')]);
  });

  it('keeps the page when it is shown again, and gives another product another one', async () => {
    const client = bench.serve(createMarketplacePlugin());
    const show = async (text: string) =>
      (await client.call('insertProvisioningResults', { body: { descriptor: text } })).body.info.privateInfo
        .marketplaceInfo;
    const { text } = descriptors.deployed;
    const first = await show(text);
    expect(await show(text)).toEqual(first);
    const renamed = await show(
      text.replaceAll('Shipment Tracking', 'Shipments').replace('urn:dmb:dp:', 'URN:DMB:DP:'),
    );
    expect(renamed).toEqual({ ...first, value: 'Shipments' });
    expect((await show(text.replace('environment: development', 'environment: production'))).href).not.toBe(
      first.href,
    );
    expect((await show(descriptors['minimal-unit'].text)).href).not.toBe(first.href);
  });

  it('finds the data product inside a wrapper as well', async () => {
    const { status } = await bench
      .serve(createMarketplacePlugin())
      .call('insertProvisioningResults', sample('shipments-view'));
    expect(status).toBe(200);
  });
});

describe('removing a data product', () => {
  it('is a success whether it was shown or not', async () => {
    const client = bench.serve(createMarketplacePlugin());
    await client.call('insertProvisioningResults', sample());
    expect(await client.call('delete', sample())).toEqual({
      status: 200,
      body: example('delete', 200, 'removed'),
    });
    expect(await client.call('delete', sample())).toEqual({
      status: 200,
      body: example('delete', 200, 'nothingToRemove'),
    });
  });
});

describe('a descriptor that cannot be read', () => {
  it.each([
    [descriptors['not-yaml'].text, /^descriptor cannot be read: .*line \d+/],
    ['just a sentence', 'descriptor cannot be read: it is a text'],
    ['- 1', 'descriptor cannot be read: it is a list'],
    ['{name: a, environment: b}', 'descriptor cannot be read: the data product has no id'],
    ['{id: 7, name: a, environment: b}', 'descriptor cannot be read: the data product has no id'],
  ])('is refused: %#', async (descriptor, expected) => {
    const client = bench.serve(createMarketplacePlugin());
    for (const operation of ['insertProvisioningResults', 'delete']) {
      const { status, body } = await client.call(operation, { body: { descriptor } });
      expect([status, body.errors]).toEqual([400, [expect.stringMatching(expected)]]);
      expect(body.userMessage).toBe('The descriptor could not be read.');
    }
  });

  it('is rejected with a list of everything that it lacks', async () => {
    const { body } = await bench
      .serve(createMarketplacePlugin())
      .call('delete', { body: { descriptor: 'a: 1' } });
    expect(body.errors).toHaveLength(3);
  });
});

describe('setting access', () => {
  const { cases } = rules['marketplace-refs-are-the-whole-list'];

  it('makes the list all that have access, in every case of the rule', async () => {
    const marketplace = createMarketplace();
    const client = bench.serve(createMarketplacePlugin({ marketplace }));
    for (const { title, given, expect: wanted } of cases) {
      expect(await client.call('updateAcl', { body: given })).toEqual({ status: 204, body: undefined });
      expect(marketplace.accessTo(given.outputPortId), title).toEqual(wanted.access);
    }
  });

  it('does not repeat a request that was carried out before a later one', async () => {
    const marketplace = createMarketplace();
    const client = bench.serve(createMarketplacePlugin({ marketplace }));
    const first = { requestId: 'a', outputPortId: 1, refs: ['user:x'] };
    for (const body of [first, { ...first, requestId: 'b', refs: ['user:y'] }, first]) {
      expect((await client.call('updateAcl', { body })).status).toBe(204);
    }
    expect(marketplace.accessTo(1)).toEqual(['user:y']);
    expect(marketplace.accessTo(2)).toEqual([]);
  });

  it.each([1.5, '12', null])('refuses %s as the number of an output port', async (outputPortId) => {
    const { status, body } = await bench
      .serve(createMarketplacePlugin())
      .call('updateAcl', { body: { requestId: 'a', outputPortId, refs: [] } });
    expect([status, body]).toEqual([400, example('updateAcl', 400, 'outputPortId')]);
  });

  it('refuses a list that holds something else than names', async () => {
    const body = { requestId: 'a', outputPortId: 1, refs: ['user:a', 7] };
    const { body: said } = await bench.serve(createMarketplacePlugin()).call('updateAcl', { body });
    expect(said.errors).toEqual(['refs.1 must be string']);
  });
});

describe('a marketplace that breaks', () => {
  it('answers 500 in the shape of the contract, without a secret', async () => {
    const broken = () => {
      throw new Error('secret');
    };
    const marketplace = { ...createMarketplace(), show: broken, remove: broken, setAccess: broken };
    const client = bench.serve(createMarketplacePlugin({ marketplace }));
    const access = { body: { requestId: 'a', outputPortId: 1, refs: [] } };
    for (const [operation, call] of [
      ['insertProvisioningResults', sample()],
      ['delete', sample()],
      ['updateAcl', access],
    ] as const) {
      expect(await client.call(operation, call)).toEqual({
        status: 500,
        body: example('delete', 500, 'problem'),
      });
    }
  });
});

describeBadInput(marketplacePlugin, marketplacePluginSchemas, bench, createMarketplacePlugin, {
  insertProvisioningResults: sample(),
  delete: sample(),
  updateAcl: { body: { requestId: 'a', outputPortId: 1, refs: ['user:a'] } },
});

describe('every operation with every status that the contract declares', () => {
  it('is answered by the requests of this file', () => {
    expect(bench.tape.missing()).toEqual([]);
  });
});
