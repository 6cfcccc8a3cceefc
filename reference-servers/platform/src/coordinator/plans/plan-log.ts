import type { LogLevel } from '@tessera/contracts/types/tech-adapter';
import type { Kysely, Transaction } from 'kysely';
import type { Exchange } from '../../outbound/outbound.ts';
import { chunks } from '../../storage/chunks.ts';
import { gather } from '../../storage/gather.ts';
import type { Tables } from '../../storage/tables.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** A line of the log of a plan. */
export interface LogLine {
  readonly planId: string;
  readonly taskId?: string | undefined;
  readonly at: Date;
  readonly severity: LogLevel;
  readonly message: string;
  readonly phase?: string | undefined;
}

/** Number of exchanges kept per task and per report; the oldest are removed first. */
export const KEPT_EXCHANGES = 50;

/** Appends lines to the logs of plans. */
export async function writeLog(db: Db, ...lines: readonly LogLine[]): Promise<void> {
  const rows = lines.map(({ planId, taskId, at, severity, message, phase }) => ({
    plan_id: planId,
    task_id: taskId ?? null,
    at,
    severity,
    message,
    phase: phase ?? null,
  }));
  for (const some of chunks(rows)) await db.insertInto('log_entry').values(some).execute();
}

/** The owner of an exchange with an extension point. */
export interface ExchangeSubject {
  readonly planId?: string | undefined;
  readonly taskId?: string | undefined;
  /** The evaluation of governance. */
  readonly reportId?: string | undefined;
  /** Contract of the server. */
  readonly api?: string | undefined;
}

/** Stores exchanges with extension points for readers of the plan or the report. */
export async function saveExchanges(
  db: Db,
  about: ExchangeSubject,
  exchanges: readonly Exchange[],
): Promise<void> {
  await Promise.all(exchanges.map((exchange) => saveExchange(db, { about, exchange })));
}

const saveExchange = gather(async (db: Db, items: readonly Exchanged[]) => {
  await db.insertInto('exchange').values(items.map(toRow)).execute();
  return () => undefined;
});

interface Exchanged {
  readonly about: ExchangeSubject;
  readonly exchange: Exchange;
}

function toRow({ about: { planId, taskId, reportId, api }, exchange }: Exchanged) {
  return {
    plan_id: planId ?? null,
    task_id: taskId ?? null,
    report_id: reportId ?? null,
    api: api ?? null,
    at: exchange.at,
    method: exchange.method,
    url: exchange.url,
    request_headers: JSON.stringify(exchange.requestHeaders),
    request_body: exchange.requestBody ?? null,
    status: exchange.status ?? null,
    response_headers: JSON.stringify(exchange.responseHeaders),
    response_body: exchange.responseBody ?? null,
    cut: [...exchange.cut],
    duration_ms: exchange.durationMs,
    error: exchange.error ?? null,
  };
}

/** Removes the oldest exchanges of a task or a report. */
export async function trimExchanges(
  db: Db,
  { taskId, reportId }: Pick<ExchangeSubject, 'taskId' | 'reportId'>,
): Promise<void> {
  const [column, id] =
    taskId === undefined ? (['report_id', reportId] as const) : (['task_id', taskId] as const);
  if (id === undefined) return;
  const newest = db
    .selectFrom('exchange')
    .select('id')
    .where(column, '=', id)
    .orderBy('id', 'desc')
    .limit(KEPT_EXCHANGES);
  await db.deleteFrom('exchange').where(column, '=', id).where('id', 'not in', newest).execute();
}
