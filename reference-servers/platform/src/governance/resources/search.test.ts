import type { EvaluationStatusFilters } from '@tessera/contracts/types/governance';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillStatuses, LATE_EVERY, RESOURCES_PER_ENTITY } from '../../../testing/fill-statuses.ts';
import { type Database, openDatabase } from '../../storage/database.ts';
import { pageQuery, searchStatuses } from './search.ts';

const NOW = new Date('2025-06-02T09:30:00.000Z');
const COUNT = 20_000;

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
  await fillStatuses(database.db, COUNT, NOW);
});
afterAll(() => database.close());

async function search(filters: EvaluationStatusFilters, pageSize = 50, cursor?: string) {
  const pagination = { pageSize, ...(cursor === undefined ? {} : { cursor }) };
  return searchStatuses(database.db, { filters, resultOptions: { pagination } }, NOW);
}

const idsIn = ({ data }: Awaited<ReturnType<typeof search>>): string[] =>
  data.map(({ identifier }) => identifier.resourceIdentifier.resourceExternalId);

describe('a walk along cursors', () => {
  it.each<[string, EvaluationStatusFilters, number]>([
    ['everything', {}, COUNT],
    ['what is late', { statuses: ['LATE'] }, COUNT / LATE_EVERY],
    ['what is overdue', { statuses: ['LATE', 'IN_TOLERANCE_WINDOW'] }, (2 * COUNT) / LATE_EVERY],
    ['two entities', { governanceEntityIds: ['entity-1', 'entity-2'] }, 2 * RESOURCES_PER_ENTITY],
    [
      'derived resources in an environment',
      { kinds: ['DERIVED'], environments: ['environment-9'] },
      COUNT / 10,
    ],
  ])('shows %s, each once', async (_title, filters, count) => {
    const seen = new Set<string>();
    let shown = 0;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await search(filters, 700, cursor);
      cursor = page.meta.pagination.nextCursor ?? null;
      shown += page.data.length;
      for (const id of idsIn(page)) seen.add(id);
    }
    expect(seen.size).toBe(count);
    expect(shown).toBe(count);
  });

  it('may change the size of its pages on the way', async () => {
    const first = await search({}, 3);
    const second = await search({}, 2, first.meta.pagination.nextCursor ?? '');
    expect([...idsIn(first), ...idsIn(second)]).toEqual(idsIn(await search({}, 5)));
  });

  it('has pages of at most 1,000 entries, and says so', async () => {
    const { data, meta } = await search({}, 1e15);
    expect(data).toHaveLength(1_000);
    expect(meta.pagination).toMatchObject({ pageSize: 1_000, nextCursor: expect.any(String) });
  });

  it('ends on a page that is full', async () => {
    const { meta } = await search({ governanceEntityIds: ['entity-3'] }, RESOURCES_PER_ENTITY);
    expect(meta.pagination.nextCursor).toBeNull();
  });
});

describe('a cursor', () => {
  const FILTERS: EvaluationStatusFilters = { kinds: ['PRIMARY', 'DERIVED'], environments: ['environment-1'] };
  let cursor: string;
  beforeAll(async () => {
    cursor = (await search(FILTERS)).meta.pagination.nextCursor ?? '';
  });

  it('is good for the same filters in another order', async () => {
    const same: EvaluationStatusFilters = {
      environments: ['environment-1', 'environment-1'],
      kinds: ['DERIVED', 'PRIMARY'],
    };
    expect(idsIn(await search(same, 50, cursor))).toEqual(idsIn(await search(FILTERS, 50, cursor)));
  });

  it.each<[string, (real: string) => string]>([
    ['of words', () => 'next page, please'],
    ['of nothing', () => ''],
    ['that was cut', (real) => real.slice(0, -1)],
    ['that was continued', (real) => `${real}A`],
    ['with padding', (real) => `${real}=`],
    [
      'with another place',
      (real) => {
        const text = Buffer.from(real, 'base64url').toString();
        return Buffer.from(`1${text}`).toString('base64url');
      },
    ],
    ['of a place beyond all numbers', () => Buffer.from(`${'9'.repeat(40)}.x`).toString('base64url')],
  ])('%s is refused', async (_title, change) => {
    await expect(search(FILTERS, 50, change(cursor))).rejects.toMatchObject({
      code: 'CGP_REQUEST_INVALID',
      details: { inputErrorField: 'resultOptions.pagination.cursor' },
    });
  });

  it('of a search with other filters is refused', async () => {
    await expect(search({ ...FILTERS, statuses: ['LATE'] }, 50, cursor)).rejects.toMatchObject({
      values: { problem: expect.stringContaining('of a search with the same filters') },
    });
  });
});

describe('every filter is looked up in an index', () => {
  it.each<[string, EvaluationStatusFilters]>([
    ['none', {}],
    ['resourceExternalIds', { resourceExternalIds: ['urn:dmb:dp:bench:7:0'] }],
    ['environments', { environments: ['environment-3'] }],
    ['governanceEntityIds', { governanceEntityIds: ['entity-5'] }],
    ['statuses', { statuses: ['LATE'] }],
    ['kinds', { kinds: ['DERIVED'] }],
    ['resourceTypes', { resourceTypes: ['type-4'] }],
  ])('%s', async (_title, filters) => {
    const { db } = database;
    const query = pageQuery(db, filters, { after: String(COUNT / 2), limit: 51 }, NOW);
    const plan = await query.explain('text', sql`costs off`);
    expect(JSON.stringify(plan)).toMatch(/Index Scan/);
    expect(JSON.stringify(plan)).not.toMatch(/Seq Scan/);
  });
});
