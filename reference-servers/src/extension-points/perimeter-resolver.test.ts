import { perimeterResolverFixtures } from '@tessera/contracts/fixtures/perimeter-resolver';
import { perimeterResolver } from '@tessera/contracts/operations/perimeter-resolver';
import { rules } from '@tessera/contracts/rules';
import { perimeterResolverSchemas } from '@tessera/contracts/schemas/perimeter-resolver';
import { describe, expect, it } from 'vitest';
import { type Call, createBench, describeBadInput, exampleOf } from '../../testing/bench.ts';
import { createPerimeterResolver, type PerimeterResolverOptions } from './perimeter-resolver.ts';
import { sampleResources } from './sample-resources.ts';

const bench = createBench(perimeterResolver, perimeterResolverSchemas);
const example = (status: number, name: string) =>
  exampleOf(perimeterResolverFixtures, 'resolveResources', status, name);

const DEVELOPMENT = { environment: 'development' };

function resolver(options: PerimeterResolverOptions = {}) {
  const client = bench.serve(createPerimeterResolver(options));
  return (query: Call['query'] = {}) =>
    client.call('resolveResources', { query: { ...DEVELOPMENT, ...query } });
}

describe('resolving resources', () => {
  it('answers as the examples of the contract do', async () => {
    const resolve = resolver();
    const buckets = { 'resource-types': 'storage-bucket' };
    expect(await resolve(buckets)).toEqual({ status: 200, body: example(200, 'lastPage') });
    expect(await resolve({ ...buckets, offset: 5 })).toEqual({
      status: 200,
      body: example(200, 'pastTheEnd'),
    });
    expect(await resolve({ id: 'nothing' })).toEqual({ status: 404, body: example(404, 'nothing') });
    expect(await resolve({ limit: 51 })).toEqual({ status: 400, body: example(400, 'limit') });
    const { body } = await bench.serve(createPerimeterResolver()).call('resolveResources');
    expect(body).toEqual(example(400, 'environment'));
  });

  it('gives pages of 5 unless told otherwise, and of 50 at most', async () => {
    const resolve = resolver();
    expect((await resolve()).body.page).toEqual({ offset: 0, limit: 5, count: 5 });
    expect((await resolve({ limit: 50 })).body.content).toHaveLength(50);
    expect((await resolve({ limit: 1 })).body.content).toHaveLength(1);
  });

  it('shows every resource once, page by page, in the same order every time', async () => {
    const resolve = resolver();
    const walk = async (limit: number) => {
      const seen: string[] = [];
      for (let offset = 0; ; offset += limit) {
        const { content, page } = (await resolve({ offset, limit })).body;
        seen.push(...content);
        if (page.count < limit) return seen;
      }
    };
    const seen = await walk(7);
    expect(new Set(seen).size).toBe(seen.length);
    expect(await walk(50)).toEqual(seen);
    expect(seen).toHaveLength(sampleResources().filter((one) => one.environment === 'development').length);
  });

  it('looks in one environment only', async () => {
    const resolve = resolver();
    const topics = { 'resource-types': 'topic', limit: 50 };
    expect((await resolve({ ...topics, environment: 'production' })).body.page.count).toBe(3);
    expect((await resolve({ environment: 'nowhere' })).status).toBe(404);
  });

  it('finds one resource by its id, as long as it is of the right type', async () => {
    const resolve = resolver();
    const { body } = await resolve({ id: 'bucket-shipments-raw' });
    expect(body.content).toEqual([expect.stringMatching(/^id: bucket-shipments-raw\n/)]);
    expect((await resolve({ id: 'bucket-shipments-raw', 'resource-types': 'topic' })).status).toBe(404);
    expect((await resolve({ id: 'Bucket-shipments-raw' })).status).toBe(404);
  });

  it('reads a list of types whether its commas are encoded or not', async () => {
    const { app } = bench.serve(createPerimeterResolver());
    const url = `${perimeterResolver.prefix}${perimeterResolver.operations.resolveResources.path}`;
    for (const types of ['storage-bucket,view', 'storage-bucket%2Cview']) {
      const { body } = await app.inject(`${url}?environment=development&resource-types=${types}&limit=50`);
      expect(JSON.parse(body).page.count, types).toBe(5);
    }
  });

  it('takes an empty list of types as none', async () => {
    expect((await resolver()({ 'resource-types': '' })).status).toBe(200);
  });

  it.each([
    [{ limit: 0 }, 'limit must be >= 1'],
    [{ limit: -1 }, 'limit must be >= 1'],
    [{ limit: 'many' }, 'limit must be integer'],
    [{ limit: 5.5 }, 'limit must be integer'],
    [{ offset: -1 }, 'offset must be >= 0'],
    [{ offset: '1e400' }, 'offset must be integer'],
    [{ offset: '' }, 'offset must be integer'],
  ])('refuses %j', async (query, expected) => {
    expect(await resolver()(query)).toMatchObject({ status: 400, body: { errors: [expected] } });
  });

  it('goes past the end as far as anybody likes', async () => {
    const { status, body } = await resolver()({ offset: 9e15 });
    expect([status, body.content]).toEqual([200, []]);
  });

  it('answers 500 in the shape of the contract when its source breaks', async () => {
    const resources = sampleResources();
    const types = Object.assign(['topic'], { includes: () => true });
    const resource = resources[0];
    const broken = Object.create(resource ?? {}, {
      environment: {
        get: () => {
          throw new Error('secret');
        },
      },
    });
    const { status, body } = await resolver({ resources: [broken], types })();
    expect([status, body.error]).toEqual([500, 'the service could not handle the request']);
  });
});

describe('a resolver and the types that it knows', () => {
  const resourceOf = (type: string) => ({ ...DEVELOPMENT, type, id: type, descriptor: type });

  it.each(rules['single-type-resolver-ignores-resource-types'].cases)(
    '$title',
    async ({ given, expect: wanted }) => {
      const resources = wanted.knows.map(resourceOf);
      const { body } = await resolver({ resources })({ 'resource-types': given.join(',') });
      expect(body.content.toSorted()).toEqual([...wanted.answersWith].toSorted());
    },
  );

  it('can be told to know fewer', async () => {
    const resolve = resolver({ types: ['view'] });
    expect((await resolve({ 'resource-types': 'topic' })).body.page.count).toBe(3);
    expect((await resolve({ id: 'bucket-shipments-raw' })).status).toBe(404);
  });

  it('refuses to know a type of which there is nothing', () => {
    expect(() => createPerimeterResolver({ types: ['view', 'veiw', 'tpoic'] })).toThrow(
      'there are no resources of type veiw, tpoic; there are storage-bucket, topic, view',
    );
  });
});

describeBadInput(perimeterResolver, perimeterResolverSchemas, bench, createPerimeterResolver, {
  resolveResources: { query: DEVELOPMENT },
});

describe('every operation with every status that the contract declares', () => {
  it('is answered by the requests of this file', () => {
    expect(bench.tape.missing()).toEqual([]);
  });
});
