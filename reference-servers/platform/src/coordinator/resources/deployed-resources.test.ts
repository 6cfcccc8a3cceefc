import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AT,
  component,
  describeUnit,
  idOf,
  type OpenPlatform,
  openPlatform,
  targets,
  UNIT,
} from '../../../testing/open-platform.ts';

const environment = 'development';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
  const descriptor = describeUnit(component('table'), component('port', ['table']));
  const body = { descriptor, targetStatus: targets('DEPLOYED', 'table', 'port') };
  await (await open.v2.startProvisioning({ ...AT, body })).wait();
});
afterAll(() => open.close());

describe('the deployed resources of an environment', () => {
  it('are the unit and its components, with their descriptors, in pages', async () => {
    const first = await open.v1.resolve({ query: { environment, limit: 2 } });
    expect(first.body.page).toEqual({ offset: 0, limit: 2, count: 2 });
    const all: string[] = [];
    for await (const text of open.v1.resolve({ query: { environment, limit: 2 } })) all.push(text);
    expect(all.map(firstUrn).toSorted()).toEqual([UNIT, idOf('port'), idOf('table')].toSorted());
  });

  it.each([
    [{ 'resource-types': ['outputport'] }, idOf('port')],
    [{ 'resource-types': ['dataproduct'] }, UNIT],
    [{ id: idOf('table') }, idOf('table')],
  ])('can be limited by type and id: %j', async (filter, id) => {
    const { items } = await open.v1.resolve({ query: { environment, ...filter } });
    expect(items.map(firstUrn)).toEqual([id]);
  });

  it.each([
    [{ environment: 'production' }],
    [{ environment, id: idOf('nothing') }],
    [{ environment, 'resource-types': ['workload'] }],
  ])('return 404 when none matches: %j', async (query) => {
    await expect(open.v1.resolve({ query })).rejects.toMatchObject({ status: 404 });
  });
});

/** A descriptor begins with its id. */
function firstUrn(descriptor: string): string | undefined {
  return /urn:[^"\s]+/.exec(descriptor)?.[0];
}
