import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import type {
  AdditionalResultField,
  EvaluationStatusEntry,
  EvaluationStatusFilters,
  EvaluationStatusPage,
  EvaluationStatusQueryReceived,
  LastResult,
  ResultSchedulingStatus,
} from '@tessera/contracts/types/governance';
import { Problem } from '@tessera/reference-servers/harness';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { defaultsOf } from '../../contract-values.ts';
import type { Tables } from '../../storage/tables.ts';
import { viewResource } from '../evaluation/report-store.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { type StoredStatus, viewIdentifier, viewScheduling } from './status-store.ts';

/** Entries of one page at most, however many are requested. */
const LARGEST_PAGE = 1_000;

const DEFAULT_PAGE = Number(defaultsOf(governanceSchemas, 'CursorPageRequest')['pageSize']);

/** Finds evaluation statuses, one page at a time, in the order of their creation. */
export async function searchStatuses(
  db: Kysely<Tables>,
  { filters = {}, resultOptions }: EvaluationStatusQueryReceived,
  now: Date,
): Promise<EvaluationStatusPage> {
  const { additionalFields = [], pagination } = resultOptions ?? {};
  const pageSize = Math.min(pagination?.pageSize ?? DEFAULT_PAGE, LARGEST_PAGE);
  const after = pagination?.cursor === undefined ? undefined : placeOf(pagination.cursor, filters);
  const rows = await pageQuery(db, filters, { after, limit: pageSize + 1 }, now).execute();
  const page = rows.slice(0, pageSize);
  const results = await readResults(db, page, additionalFields);
  const last = page.at(-1);
  return {
    data: page.map((status): EvaluationStatusEntry => {
      const { last_result_id: id } = status;
      return {
        identifier: viewIdentifier(status),
        resultScheduling: viewScheduling(status, now),
        lastResult: id === null ? null : (results.get(id) ?? { details: { id } }),
      };
    }),
    meta: {
      pagination: {
        pageSize,
        nextCursor: rows.length > pageSize && last !== undefined ? writeCursor(last.seq, filters) : null,
      },
    },
  };
}

function placeOf(cursor: string, filters: EvaluationStatusFilters): string {
  const after = readCursor(cursor, filters);
  if (after !== undefined) return after;
  const field = 'resultOptions.pagination.cursor';
  const problem = 'must be the nextCursor of a search with the same filters; leave it out for the first page';
  throw new Problem('CGP_REQUEST_INVALID', { field, problem }, { input: cursor, inputErrorField: field });
}

/** Where a page begins, and how long it is. */
interface Page {
  readonly after: string | undefined;
  readonly limit: number;
}

/** The rows of a page. Each filter has a sorted index, so that a later page costs the same as the first one. */
export function pageQuery(
  db: Kysely<Tables>,
  filters: EvaluationStatusFilters,
  { after, limit }: Page,
  now: Date,
) {
  const { resourceExternalIds, environments, governanceEntityIds, statuses, kinds, resourceTypes } = filters;
  return db
    .selectFrom('evaluation_status')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('seq', '>', after ?? ''))
    .$if(resourceExternalIds !== undefined, (query) =>
      query.where('external_id', 'in', resourceExternalIds ?? []),
    )
    .$if(environments !== undefined, (query) => query.where('environment', 'in', environments ?? []))
    .$if(governanceEntityIds !== undefined, (query) =>
      query.where('entity_id', 'in', governanceEntityIds ?? []),
    )
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .$if(resourceTypes !== undefined, (query) => query.where('resource_type', 'in', resourceTypes ?? []))
    .$if(statuses !== undefined, (query) =>
      query.where(({ or }) => or((statuses ?? []).map((status) => STATUS_CONDITIONS[status](now)))),
    )
    .orderBy('seq')
    .limit(limit);
}

/** When a schedule is in each state. */
const STATUS_CONDITIONS: Readonly<Record<ResultSchedulingStatus, (now: Date) => RawBuilder<boolean>>> = {
  ON_TIME: (now) => sql<boolean>`expected_at >= ${now}`,
  IN_TOLERANCE_WINDOW: (now) => sql<boolean>`(expected_at < ${now} and limit_at >= ${now})`,
  LATE: (now) => sql<boolean>`limit_at < ${now}`,
};

/** The latest results of some statuses by their ids, as far as they are stored here. */
async function readResults(
  db: Kysely<Tables>,
  statuses: readonly StoredStatus[],
  fields: readonly AdditionalResultField[],
): Promise<ReadonlyMap<string, LastResult>> {
  const ids = statuses.flatMap(({ last_result_id }) => last_result_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('evaluation_result').selectAll().where('id', 'in', ids).execute();
  const keys = fields.includes('LAST_RESULT_RESOURCE_SNAPSHOT')
    ? rows.flatMap(({ resource_key }) => resource_key ?? [])
    : [];
  const resources =
    keys.length === 0
      ? []
      : await db.selectFrom('evaluated_resource').selectAll().where('id', 'in', keys).execute();
  const snapshots = new Map(resources.map((resource) => [resource.id, viewResource(resource)]));
  return new Map(
    rows.map(({ id, outcome, created_at, result: resultContent, resource_key }) => {
      const resourceSnapshot = snapshots.get(resource_key ?? '');
      const shown: LastResult = {
        details: { id, outcome, creationTime: created_at.toISOString() },
        ...(resourceSnapshot === undefined ? {} : { resourceSnapshot }),
        ...(fields.includes('LAST_RESULT_CONTENT') ? { resultContent } : {}),
      };
      return [id, shown];
    }),
  );
}
