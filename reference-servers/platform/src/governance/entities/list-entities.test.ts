import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance, PASSIVE } from '../../../testing/governance.ts';

let open: OpenGovernance;
beforeAll(async () => {
  open = await openGovernance();
});
afterAll(() => open.close());

/** Reads JSON from a route of the platform. */
async function read(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${open.origin}/platform/entities${path}`);
  return { status: answer.status, body: Object(await answer.json()) };
}

async function idsOf(path: string): Promise<string[]> {
  const { entities } = (await read(path)).body;
  return Array.isArray(entities) ? entities.map(({ id }) => id) : [];
}

describe('the list of policies and metrics', () => {
  it('has every one, the newest first, with its latest results', async () => {
    const policy = await open.createPolicy(
      { cueScript: 'name: "Shipments"', severity: 'warning' },
      'enabled',
    );
    const metric = await open.createMetric({}, 'enabled');
    const { id } = await open.evaluate('name: Shipments\nvalue: 70');
    await open.evaluate('name: Orders\nvalue: 20');
    await open.test(policy, 'name: Orders');
    const { body } = await read('');
    expect(body).toMatchObject({
      entities: [
        { id: metric.id, type: 'metric', results: [{ value: 20 }, { value: 70, reportId: id }] },
        {
          ...{ id: policy.id, type: 'policy', status: 'enabled', severity: 'warning' },
          results: [
            { outcome: 'warning', resourceId: 'urn:dmb:dp:logistics:shipments:1' },
            { outcome: 'ok', reportId: id, value: null },
          ],
        },
      ],
      next: null,
    });
    const [first] = Object(body)['entities'];
    expect(first.results).toHaveLength(2);
    expect((await read(`/${metric.id}`)).body).toEqual(first);
    const tested = await open.test(policy, 'name: Orders');
    expect(await idsOf(`?report=${tested.id}`)).toEqual([policy.id]);
  });

  it('is filtered by status, type, environment, and members of the definition', async () => {
    const draft = await open.createPolicy({ environment: 'filtered' });
    const pushed = await open.createPolicy(
      { environment: 'filtered', ...PASSIVE, severity: 'info' },
      'grace',
    );
    const metric = await open.createMetric({ environment: 'filtered', resourceType: 'workload' });
    const here = '?environment=filtered';
    expect(await idsOf(here)).toEqual([metric.id, pushed.id, draft.id]);
    expect(await idsOf(`${here}&status=draft&type=policy`)).toEqual([draft.id]);
    expect(await idsOf(`${here}&type=metric`)).toEqual([metric.id]);
    expect(await idsOf(`${here}&resourceType=workload`)).toEqual([metric.id]);
    expect(await idsOf(`${here}&engine=none&trigger=passive`)).toEqual([pushed.id]);
    expect(await idsOf(`${here}&severity=error`)).toEqual([draft.id]);
    expect(await idsOf(`${here}&timing=deployment`)).toEqual([]);
  });

  it('says which results are not about the resource, because the script is wrong', async () => {
    const broken = { environment: 'broken', cueScript: 'name: string\nid: =~"(["' };
    const { id } = await open.createPolicy(broken, 'enabled');
    await open.evaluate('name: Orders\nid: a', { environment: 'broken' });
    expect((await read(`/${id}`)).body).toMatchObject({ results: [{ outcome: 'error', isError: true }] });
  });

  it('comes page by page', async () => {
    for (let index = 0; index < 5; index += 1) await open.createPolicy({ environment: 'paged' });
    const all = await idsOf('?environment=paged');
    const { entities, next } = (await read('?environment=paged&limit=2')).body;
    expect(entities).toHaveLength(2);
    expect(next).toBe(all[1]);
    expect(await idsOf(`?environment=paged&limit=3&after=${next}`)).toEqual(all.slice(2));
  });

  it.each([
    ['?limit=0', 400, 'limit is a number from 1 to 100'],
    ['?color=red', 400, 'color is no filter'],
    ['?status=draft&status=grace', 400, 'status is given more than once'],
    ['?after=none', 400, 'after is the id'],
    ['/none', 404, 'none names no policy and no metric'],
  ])('says what is wrong with %s', async (path, status, message) => {
    expect(await read(path)).toMatchObject({ status, body: { error: expect.stringContaining(message) } });
  });
});
