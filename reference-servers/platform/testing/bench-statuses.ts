import { createGovernance } from '@tessera/client/governance';
import type { EvaluationStatusFilters } from '@tessera/contracts/types/governance';
import { createServer } from '@tessera/reference-servers/harness';
import { sql } from 'kysely';
import { createPlatform } from '../src/create-platform.ts';
import { writeCursor } from '../src/governance/resources/cursor.ts';
import { pageQuery } from '../src/governance/resources/search.ts';
import { fillStatuses } from './fill-statuses.ts';
import { startPostgres } from './postgres.ts';

/** The 95th percentile of the pages of one search, in milliseconds. */
export interface SearchNumbers {
  readonly search: string;
  /** Number of the deep page. */
  readonly page: number;
  readonly firstMs: number;
  readonly deepMs: number;
  /** Ratio of the medians of the deep page and the first one. */
  readonly ratio: number;
}

const PAGE_SIZE = 50;

/** The page of the search without filters that is compared with the first one; fewer where there are fewer. */
const DEEP_PAGE = 10_000;

const SEARCHES: Readonly<Record<string, EvaluationStatusFilters>> = {
  'no filter': {},
  'one environment': { environments: ['environment-3'] },
  'one policy': { governanceEntityIds: ['entity-5'] },
  'derived resources': { kinds: ['DERIVED'] },
  'one resource type': { resourceTypes: ['type-4'] },
  'late results': { statuses: ['LATE'] },
  'late results of an environment': { environments: ['environment-0'], statuses: ['LATE'] },
};

/**
 * Measures searches over stored evaluation statuses on PostgreSQL, by HTTP.
 * @throws Error when PostgreSQL is not installed
 */
export async function benchStatuses(count: number, repeats = 100): Promise<SearchNumbers[]> {
  const server = await startPostgres();
  const platform = await createPlatform({ database: { url: server.url } });
  const app = createServer({ mounts: platform.mounts });
  const baseUrl = `${await app.listen({ port: 0, host: '127.0.0.1' })}/governance`;
  const { db, clock } = platform.context;
  await fillStatuses(db, count, clock.now());
  const governance = createGovernance({ baseUrl });
  const measured: SearchNumbers[] = [];
  for (const [search, filters] of Object.entries(SEARCHES)) {
    const rows = await countFound(filters);
    const page = Math.max(1, Math.min(DEEP_PAGE, Math.floor(rows / PAGE_SIZE)));
    const before = await pageQuery(db, filters, { after: undefined, limit: 1 }, clock.now())
      .offset((page - 1) * PAGE_SIZE - 1)
      .executeTakeFirst();
    const cursor = before === undefined ? undefined : writeCursor(before.seq, filters);
    const first: number[] = [];
    const deep: number[] = [];
    // Alternating, so that other load on the machine affects both.
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      first.push(await time(filters));
      deep.push(await time(filters, cursor));
    }
    const ratio = quantile(deep, 0.5) / quantile(first, 0.5);
    const [firstMs, deepMs] = [quantile(first, 0.95), quantile(deep, 0.95)].map(round);
    measured.push({ search, page, firstMs: firstMs ?? 0, deepMs: deepMs ?? 0, ratio: round(ratio) });
  }
  await app.close();
  await platform.close();
  await server.stop();
  return measured;

  async function countFound(filters: EvaluationStatusFilters): Promise<number> {
    const all = pageQuery(db, filters, { after: undefined, limit: count }, clock.now());
    const { rows } = await sql<{ count: string }>`select count(*) from (${all}) found`.execute(db);
    return Number(rows[0]?.count);
  }

  async function time(filters: EvaluationStatusFilters, cursor?: string): Promise<number> {
    const pagination = { pageSize: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
    const began = performance.now();
    for await (const { items } of governance
      .searchEvaluationStatus({ body: { filters, resultOptions: { pagination } } })
      .pages()) {
      if (items.length !== Math.min(PAGE_SIZE, count)) throw new Error(`a page has ${items.length} entries`);
      break;
    }
    return performance.now() - began;
  }
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
