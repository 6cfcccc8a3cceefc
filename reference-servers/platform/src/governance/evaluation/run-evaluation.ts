import type { Context } from '../../context.ts';
import type { ExchangePlace } from '../../coordinator/plans/plan-log.ts';
import type { Durable } from '../../engine/engine.ts';
import type { Engines } from '../engines/engine.ts';
import { findWork } from './find-work.ts';
import { endReport, judgeWork } from './judge-work.ts';

/**
 * The workflow of an evaluation: finds what has to be judged, page by page, judges it, and ends the report. Pending results
 * are rows of a table, so a restart goes on with those that are left.
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
  await durable.step('end', () => endReport(context, reportId));
}

/** Does the same at once, as a part of a step of another workflow. */
export async function evaluateNow(
  context: Context,
  engines: Engines,
  reportId: string,
  place: ExchangePlace,
): Promise<void> {
  await findWork(context, reportId, 0);
  while (await judgeWork(context, engines, reportId, place));
  await endReport(context, reportId);
}
