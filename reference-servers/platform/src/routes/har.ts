import type { Kysely, Selectable } from 'kysely';
import type { ExchangeTable, Tables } from '../storage/tables.ts';

/** Which exchanges to export. */
export interface ExchangeFilter {
  readonly planIds?: readonly string[] | undefined;
  readonly taskId?: string | undefined;
  readonly reportId?: string | undefined;
  /** Contract of the servers. */
  readonly api?: string | undefined;
}

/** Exchanges with extension points as an HTTP Archive (HAR 1.2), which the conformance suite and browsers read. */
export async function exportHar(
  db: Kysely<Tables>,
  { planIds, taskId, reportId, api }: ExchangeFilter,
): Promise<object> {
  let rows = db.selectFrom('exchange').selectAll().orderBy('id');
  if (planIds !== undefined) rows = rows.where('plan_id', 'in', [...planIds, '']);
  if (reportId !== undefined) rows = rows.where('report_id', '=', reportId);
  if (api !== undefined) rows = rows.where('api', '=', api);
  if (taskId !== undefined) rows = rows.where('task_id', '=', taskId);
  return {
    log: {
      version: '1.2',
      creator: { name: 'tessera-platform', version: '0.0.0' },
      entries: (await rows.execute()).map(toEntry),
    },
  };
}

function toEntry(row: Selectable<ExchangeTable>): object {
  const isCut = row.cut.length > 0 ? { comment: `cut: ${row.cut.join(', ')}` } : {};
  return {
    startedDateTime: row.at.toISOString(),
    time: row.duration_ms,
    request: {
      method: row.method,
      url: row.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toList(row.request_headers),
      queryString: [...new URL(row.url).searchParams].map(([name, value]) => ({ name, value })),
      ...(row.request_body === null
        ? {}
        : { postData: { mimeType: row.request_headers['content-type'] ?? '', text: row.request_body } }),
      headersSize: -1,
      bodySize: row.request_body?.length ?? 0,
    },
    response: {
      // HAR cannot express a missing response; browsers write 0.
      status: row.status ?? 0,
      statusText: row.error ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toList(row.response_headers),
      content: {
        size: row.response_body?.length ?? 0,
        mimeType: row.response_headers['content-type'] ?? '',
        text: row.response_body ?? '',
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: row.response_body?.length ?? 0,
    },
    cache: {},
    timings: { send: 0, wait: row.duration_ms, receive: 0 },
    _plan: row.plan_id,
    _task: row.task_id,
    _api: row.api,
    ...isCut,
  };
}

function toList(headers: Readonly<Record<string, string>>): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
