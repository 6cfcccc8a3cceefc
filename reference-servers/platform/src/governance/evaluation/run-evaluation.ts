import type { Context } from '../../context.ts';
import type { ExchangeSubject } from '../../coordinator/plans/plan-log.ts';
import type { Durable } from '../../engine/engine.ts';
import { waitingOf } from '../../notifications/notification-store.ts';
import type { Engines } from '../engines/engine.ts';
import { findWork } from './find-work.ts';
import { endReport, judgeWork } from './judge-work.ts';

/**
 * The workflow of an evaluation: finds resources and entities, page by page, evaluates them, and ends the report.
 * Pending results are rows of a table, so a restart continues with the remaining ones.
 */
export async function runEvaluation(
  context: Context,
  engines: Engines,
  durable: Durable,
  reportId: string,
): Promise<void> {
  let page = 0;
  let isMore = true;
  while (isMore) {
    const current = page;
    isMore = await durable.step('find', () => findWork(context, reportId, current));
    page += 1;
  }
  isMore = true;
  while (isMore) isMore = await durable.step('judge', () => judgeWork(context, engines, reportId));
  const notifications = await durable.step('end', async () => {
    await endReport(context, reportId);
    return waitingOf(context.db, reportId, 'report_id');
  });
  for (const id of notifications) await durable.start('notification', id);
}

/** Does the same at once, as a part of another workflow's step. */
export async function evaluateNow(
  context: Context,
  engines: Engines,
  reportId: string,
  place: ExchangeSubject,
): Promise<void> {
  await findWork(context, reportId, 0);
  while (await judgeWork(context, engines, reportId, place));
  await endReport(context, reportId, place.planId);
}
