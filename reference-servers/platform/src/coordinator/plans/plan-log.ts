import type { LogLevel } from '@tessera/contracts/types/tech-adapter';
import type { Kysely, Transaction } from 'kysely';
import type { Exchange } from '../../outbound/outbound.ts';
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
  if (lines.length === 0) return;
  const rows = lines.map(({ planId, taskId, at, severity, message, phase }) => ({
    plan_id: planId,
    task_id: taskId ?? null,
    at,
    severity,
    message,
    phase: phase ?? null,
  }));
  await db.insertInto('log_entry').values(rows).execute();
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
  { planId, taskId, reportId, api }: ExchangeSubject,
  exchanges: readonly Exchange[],
): Promise<void> {
  if (exchanges.length === 0) return;
  await db
    .insertInto('exchange')
    .values(
      exchanges.map((exchange) => ({
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
      })),
    )
    .execute();
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
