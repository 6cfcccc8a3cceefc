import { DECISION } from '../../builder/approval-work.ts';
import type { Context } from '../../context.ts';
import type { Durable } from '../../engine/engine.ts';
import { trimExchanges, writeLog } from '../plans/plan-log.ts';
import { ENDED_TASK, readPlan } from '../plans/plan-store.ts';
import type { Outcome, Progress, TaskInPlan, TaskWork, Works } from './task-work.ts';

/** How often a first call is made that may be repeated. */
const MOST_STARTS = 3;

/** After this time without a message the table is looked at; in seconds. */
const MESSAGE_SECONDS = 600;

/** By how much the pause between two polls grows. */
const GROWTH = 1.5;

/**
 * The workflow of one task: a first call, polls with growing pauses, and a transaction that records the end. The calls are
 * steps, so a restart continues with the next poll.
 */
export async function runTask(
  context: Context,
  works: Works,
  durable: Durable,
  taskId: string,
): Promise<void> {
  const { pollMs, longestPollMs } = context.settings;
  let progress = await durable.step('start', () => begin(context, works, taskId));
  for (let starts = 1; progress.state === 'RETRY'; starts += 1) {
    if (starts === MOST_STARTS) {
      progress = { state: 'FAILED', problem: progress.problem };
      break;
    }
    await durable.sleep(pollMs * 2 ** starts);
    progress = await durable.step('start', () => begin(context, works, taskId));
  }
  let pause = pollMs;
  let isStopping = false;
  while (progress.state === 'RUNNING') {
    if (progress.subPlan !== undefined) {
      await durable.start('plan', progress.subPlan);
      await durable.first([progress.subPlan]);
    } else if (progress.awaits !== undefined) await durable.receive(progress.awaits, MESSAGE_SECONDS);
    else await durable.sleep(pause);
    pause = Math.min(longestPollMs, pause * GROWTH);
    const token: string = progress.token;
    const seen: Seen = await durable.step('poll', () => poll(context, works, taskId, token, isStopping));
    progress = seen.progress;
    isStopping = seen.isStopping;
  }
  const outcome: Progress = progress;
  if (outcome.state !== 'RETRY') await durable.step('end', () => end(context, works, taskId, outcome));
}

/** Marks the task as running and makes its first call, unless a token says that this was done already. */
async function begin(context: Context, works: Works, taskId: string): Promise<Progress> {
  const about = await readTask(context, taskId);
  const { task, plan } = about;
  if (ENDED_TASK.some((state) => state === task.status) || plan.stopped_at !== null)
    return { state: 'TERMINATED' };
  if (task.token !== null) return resumed(task);
  await context.db
    .updateTable('task')
    .set({ status: 'RUNNING', started_at: task.started_at ?? context.clock.now() })
    .where('id', '=', taskId)
    .execute();
  context.changes.publish({ kind: 'plan', id: plan.id });
  const progress = await attempt(() => workOf(works, about).start(about));
  if (progress.state === 'RUNNING') {
    const { token, awaits } = progress;
    const status = awaits === undefined ? 'RUNNING' : 'WAITING';
    await context.db.updateTable('task').set({ token, status }).where('id', '=', taskId).execute();
  }
  return progress;
}

/** A task whose first call was made before a crash. */
function resumed({ token, sub_plan_id, status }: TaskInPlan['task']): Progress {
  return {
    state: 'RUNNING',
    token: token ?? '',
    ...(sub_plan_id === null ? {} : { subPlan: sub_plan_id }),
    ...(status === 'WAITING' ? { awaits: DECISION } : {}),
  };
}

interface Seen {
  readonly progress: Progress;
  /** The other side was asked to stop. */
  readonly isStopping: boolean;
}

async function poll(
  context: Context,
  works: Works,
  taskId: string,
  token: string,
  isStopping: boolean,
): Promise<Seen> {
  const about = await readTask(context, taskId);
  const { task, plan } = about;
  if (plan.stopped_at !== null) return { progress: { state: 'TERMINATED' }, isStopping };
  const work = workOf(works, about);
  const { taskMs } = context.settings;
  if (
    task.status !== 'WAITING' &&
    task.started_at !== null &&
    context.clock.now().getTime() - task.started_at.getTime() > taskMs
  ) {
    return { progress: { state: 'FAILED', problem: `it has not ended after ${taskMs} ms` }, isStopping };
  }
  let asked = isStopping;
  if (plan.termination !== null && !asked && work.cancel !== undefined) {
    asked = true;
    await context.db.updateTable('task').set({ status: 'TERMINATING' }).where('id', '=', taskId).execute();
    // An adapter that cannot stop a task finishes it; polling shows either.
    await work.cancel(about, token).catch((cause: unknown) => warn(context, about, cause));
  }
  const progress = await attempt(async () => (await work.poll?.(about, token)) ?? { state: 'COMPLETED' });
  // One poll that failed says nothing about the task.
  if (progress.state === 'RETRY') {
    await warn(context, about, progress.problem);
    return { progress: { state: 'RUNNING', token }, isStopping: asked };
  }
  return { progress, isStopping: asked };
}

async function end(context: Context, works: Works, taskId: string, progress: Progress): Promise<void> {
  const about = await readTask(context, taskId);
  const outcome: Outcome = isOutcome(progress)
    ? progress
    : { state: 'FAILED', problem: progress.problem ?? 'it did not end' };
  const now = context.clock.now();
  const { task, plan } = about;
  await context.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('task')
      .set({ status: outcome.state, result: outcome.result ?? outcome.problem ?? null, stopped_at: now })
      .where('id', '=', taskId)
      .where('status', 'not in', [...ENDED_TASK])
      .executeTakeFirst();
    // A forced termination has ended it before, and what it wrote stays.
    if (numUpdatedRows === 0n) return;
    await workOf(works, about).record?.(tx, about, outcome, now);
    const lines = (outcome.logs ?? []).map((log) => ({
      planId: plan.id,
      taskId,
      at: new Date(log.timestamp),
      severity: log.level,
      message: log.message,
      phase: log.phase,
    }));
    await writeLog(tx, ...lines, {
      planId: plan.id,
      taskId,
      at: now,
      severity: outcome.state === 'COMPLETED' ? 'INFO' : 'ERROR',
      message: `${task.name}: ${outcome.state}${outcome.problem === undefined ? '' : `: ${outcome.problem}`}`,
    });
    await trimExchanges(tx, taskId);
  });
  context.changes.publish({ kind: 'plan', id: plan.id });
}

function isOutcome(progress: Progress): progress is Outcome {
  return progress.state !== 'RUNNING' && progress.state !== 'RETRY';
}

async function readTask({ db }: Context, taskId: string): Promise<TaskInPlan> {
  const task = await db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
  const plan = await readPlan(db, task.plan_id);
  return { task, plan };
}

function workOf(works: Works, { task }: TaskInPlan): TaskWork {
  const work = works[task.action];
  if (work === undefined) throw new Error(`there is no work for ${task.action}`);
  return work;
}

/** An error of ours fails the task with its message; a plan never hangs because of one. */
async function attempt(work: () => Promise<Progress>): Promise<Progress> {
  try {
    return await work();
  } catch (cause) {
    return { state: 'FAILED', problem: cause instanceof Error ? cause.message : String(cause) };
  }
}

async function warn({ db, clock }: Context, { plan, task }: TaskInPlan, cause: unknown): Promise<void> {
  const message = cause instanceof Error ? cause.message : String(cause);
  await writeLog(db, { planId: plan.id, taskId: task.id, at: clock.now(), severity: 'WARNING', message });
}
