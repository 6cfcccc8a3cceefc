import { type DescriptorName, descriptors } from '@tessera/contracts/fixtures/descriptors';
import { remoteEngineFixtures } from '@tessera/contracts/fixtures/remote-engine';
import { remoteEngine } from '@tessera/contracts/operations/remote-engine';
import { remoteEngineSchemas } from '@tessera/contracts/schemas/remote-engine';
import { describe, expect, it } from 'vitest';
import { createBench, describeBadInput, exampleOf } from '../../testing/bench.ts';
import { createRemoteEngine, type RemoteEngineOptions } from './remote-engine.ts';

const bench = createBench(remoteEngine, remoteEngineSchemas);
const example = (status: number, name: string) =>
  exampleOf(remoteEngineFixtures, 'evaluateResource', status, name);

function engine(options: RemoteEngineOptions = {}) {
  const client = bench.serve(createRemoteEngine(options));
  return (body: object) => client.call('evaluateResource', { body });
}

function product(
  change: (text: string) => string = (text) => text,
  name: DescriptorName = 'shipment-tracking',
) {
  const { text } = descriptors[name];
  return {
    content: change(text),
    resourceType: 'dataproduct',
    resourceId: 'urn:dmb:dp:logistics:shipment-tracking:1',
  };
}

function bucket(members: object) {
  return { content: JSON.stringify(members), resourceType: 'storage-bucket', resourceId: 'bucket-7' };
}

describe('an engine of policies', () => {
  it('is satisfied with a data product that keeps the rules, however it is wrapped', async () => {
    const evaluate = engine();
    for (const name of ['shipment-tracking', 'shipments-view', 'deployed'] as const) {
      const { status, body } = await evaluate(product(undefined, name));
      expect([name, status, body.satisfiesPolicy, body.errors]).toEqual([name, 200, true, []]);
      expect(body).not.toHaveProperty('value');
    }
    expect((await evaluate({ ...product(), resourceType: 'system' })).body.satisfiesPolicy).toBe(true);
  });

  it.each([
    ['description: Position and state.*', '', 'The data product Shipment Tracking has no description.'],
    ['dataProductOwner: .*', 'dataProductOwner: " "', 'The data product Shipment Tracking has no owner.'],
    ['dataContract:', 'oldContract:', /^An output port .* has no schema/],
  ])('says which rule is broken without %s', async (there, instead, expected) => {
    const { status, body } = await engine()(product((text) => text.replace(new RegExp(there), instead)));
    expect([status, body.satisfiesPolicy, body.errors]).toEqual([
      200,
      false,
      [expect.stringMatching(expected)],
    ]);
    expect(body.details.suggestion).toMatch(/\w+/);
  });

  it('says all that is broken at once', async () => {
    const { body } = await engine()({ ...product(), content: '{name: 7}' });
    expect(body.errors).toHaveLength(2);
    expect(body.errors[0]).toContain('urn:dmb:dp:logistics:shipment-tracking:1');
  });

  it('evaluates a bucket as the example of the contract does', async () => {
    const evaluate = engine();
    const given = remoteEngineFixtures['evaluateResource']?.request['bucket']?.value;
    const { body } = await evaluate(Object(given));
    expect(body).toMatchObject(example(200, 'violated'));
    const { body: after } = await evaluate(bucket({ name: 'a', region: 'b', encrypted: true }));
    expect(after).toMatchObject(example(200, 'satisfied'));
    expect((await evaluate(bucket({ name: 'a', region: 'b', encrypted: 'true' }))).body.satisfiesPolicy).toBe(
      false,
    );
  });

  it('gives the same answer to the same question', async () => {
    const evaluate = engine();
    const answers = await Promise.all([1, 2, 3].map(() => evaluate(product())));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  });
});

describe('an engine of a metric', () => {
  it('measures how many columns are described', async () => {
    const { body } = await engine({ metric: 'described-columns' })(product());
    expect(body).toEqual({
      value: 1 / 3,
      errors: [],
      details: { metric: 'described-columns', columns: 3, described: 1 },
    });
  });

  it('measures nothing where nothing is, and says so', async () => {
    const { body } = await engine({ metric: 'described-columns' })(product(undefined, 'no-components'));
    expect(body).toMatchObject({
      value: 0,
      errors: ['The data product has no columns that could be described.'],
    });
  });

  it('measures how complete a description is', async () => {
    const measure = engine({ metric: 'completeness' });
    expect((await measure(product())).body).toMatchObject({ value: 1, details: { missing: [] } });
    const { body } = await measure(product((text) => text.replace(/email: .*/, 'email:')));
    expect(body).toMatchObject({ value: 0.9, details: { missing: ['email'] } });
    const { body: other } = await measure(bucket({ name: 'a', region: 'b', encrypted: false }));
    expect(other).toMatchObject({ value: 0.6, details: { missing: ['version', 'domain'] } });
    expect(other).not.toHaveProperty('satisfiesPolicy');
  });

  it('is never anything but a number', async () => {
    const measure = engine({ metric: 'completeness' });
    for (const content of ['{}', '{components: 7}', '{components: [null, 7, {dataContract: 7}]}']) {
      expect((await measure({ ...product(), content })).body.value).toBeGreaterThanOrEqual(0);
      const { body } = await engine({ metric: 'described-columns' })({ ...product(), content });
      expect(body.value).toBe(0);
    }
  });
});

describe('a type that the engine does not know', () => {
  it.each(['topic', '', 'constructor', '__proto__'])('is refused: %s', async (resourceType) => {
    for (const metric of [undefined, 'completeness', 'described-columns'] as const) {
      const { status, body } = await engine(metric === undefined ? {} : { metric })({
        ...product(),
        resourceType,
      });
      expect([status, body.errors]).toEqual([400, [`resource type ${resourceType} is not supported`]]);
    }
  });

  it('is refused as the example of the contract says', async () => {
    const { body } = await engine()({ ...product(), resourceType: 'topic' });
    expect(body).toEqual(example(400, 'resourceType'));
    const { status } = await engine({ metric: 'described-columns' })(bucket({}));
    expect(status).toBe(400);
  });
});

describe('a resource that cannot be read', () => {
  it.each(['', 'just a sentence', '[1]', descriptors['not-yaml'].text, '{'])(
    'is refused: %#',
    async (content) => {
      const { status, body } = await engine()({ ...product(), content });
      expect([status, body.inputErrorField]).toEqual([400, 'content']);
      expect(body.errors).toEqual([expect.stringMatching(/^content cannot be read as YAML or JSON: \w/)]);
    },
  );

  it('is refused when it is not there, as the example of the contract says', async () => {
    const { body } = await engine()({ resourceType: 'dataproduct', resourceId: 'x' });
    expect(body).toEqual(example(400, 'content'));
  });
});

describeBadInput(remoteEngine, remoteEngineSchemas, bench, createRemoteEngine, {
  evaluateResource: { body: product() },
});

describe('every operation with every status that the contract declares', () => {
  it('is answered by the requests of this file', async () => {
    // The rules are pure, so only an invalid configuration breaks the engine.
    const metric = JSON.parse('"no such metric"');
    expect((await engine({ metric })(product())).status).toBe(500);
    expect(bench.tape.missing()).toEqual([]);
  });
});
