import { setTimeout } from 'node:timers/promises';
import { DECISION } from '../../builder/approval-work.ts';
import type { Context } from '../../context.ts';
import type { Durable } from '../../engine/engine.ts';
import { isOutage } from '../../storage/outage.ts';
import { writeLog } from '../plans/plan-log.ts';
import { hasEndedTask, readTask } from '../plans/plan-store.ts';
import { endTask, markRunning } from './task-changes.ts';
import type { Outcome, Progress, TaskInPlan, TaskWork, Works } from './task-work.ts';

/** Maximum number of attempts of a first call that is safe to repeat. */
const MOST_STARTS = 3;

/** After this time without a message the table is polled; in seconds. */
const MESSAGE_SECONDS = 600;

/** The growth factor of the pause between two polls. */
const GROWTH = 1.5;

/** How long the first call of a task may delay the other tasks of its plan, in milliseconds. */
const PATIENCE_MS = 2_000;

/** The progress of a task after a call, once its terminal state has been stored. */
type Standing = { readonly state: 'ENDED' } | Exclude<Progress, Outcome>;

const ENDED: Standing = { state: 'ENDED' };

/** Carries out tasks. */
export interface TaskRunner {
  /**
   * Makes the first call of a task, and stores its terminal state when the response ends it. Always resolves after a
   * limited time: the workflow of the task continues the same call.
   */
  begin(taskId: string): Promise<void>;
  /** The workflow of a task that its first call has not finished. */
  run(durable: Durable, taskId: string): Promise<void>;
}

/** Makes a runner for the tasks of plans. */
export function createTaskRunner(context: Context, works: Works): TaskRunner {
  /** Unfinished first calls, until the workflow of the task takes them over. */
  const begun = new Map<string, Promise<Standing | undefined>>();
  return {
    async begin(taskId) {
      const call = beginShort(context, works, taskId);
      begun.set(taskId, call);
      const seen = call.then(
        (standing) => {
          if (standing?.state === 'ENDED') begun.delete(taskId);
        },
        // The workflow of the task receives the error, too.
        () => {},
      );
      const waited = new AbortController();
      await Promise.race([
        seen,
        setTimeout(PATIENCE_MS, undefined, { signal: waited.signal }).catch(() => {}),
      ]);
      waited.abort();
    },
    run: (durable, taskId) => {
      const first = async (): Promise<Standing> => {
        const call = begun.get(taskId);
        begun.delete(taskId);
        return (await call) ?? begin(context, works, await readTask(context.db, taskId));
      };
      return runTask(context, works, durable, taskId, first);
    },
  };
}

/**
 * The workflow of one task: a first call, and polls with growing pauses. The calls are steps, so a restart continues with
 * the next poll.
 */
async function runTask(
  context: Context,
  works: Works,
  durable: Durable,
  taskId: string,
  first: () => Promise<Standing>,
): Promise<void> {
  const { pollMs, longestPollMs, taskMs } = context.settings;
  let standing = await durable.step('start', first);
  for (let starts = 1; standing.state === 'RETRY'; starts += 1) {
    const { problem } = standing;
    if (starts === MOST_STARTS) {
      await durable.step('end', () => fail(context, works, taskId, problem));
      return;
    }
    await durable.sleep(pollMs * 2 ** starts);
    standing = await durable.step('start', async () =>
      begin(context, works, await readTask(context.db, taskId)),
    );
  }
  let pause = pollMs;
  // Not by the clock, which may be set ahead.
  let waited = 0;
  let isStopping = false;
  while (standing.state === 'RUNNING') {
    if (standing.subPlan !== undefined) {
      await durable.start('plan', standing.subPlan);
      await durable.first([standing.subPlan]);
    } else if (standing.awaits !== undefined) await durable.receive(standing.awaits, MESSAGE_SECONDS);
    else {
      await durable.sleep(pause);
      waited += pause;
    }
    pause = Math.min(longestPollMs, pause * GROWTH);
    const token: string = standing.token;
    const asked = { token, isStopping, isLate: waited > taskMs };
    const seen: Seen = await durable.step('poll', () => poll(context, works, taskId, asked));
    standing = seen.standing;
    isStopping = seen.isStopping;
  }
}

/** Begins a task, unless its work needs a message that only a workflow can receive. */
async function beginShort(context: Context, works: Works, taskId: string): Promise<Standing | undefined> {
  const about = await readTask(context.db, taskId);
  return workOf(works, about).waits === true ? undefined : begin(context, works, about);
}

/** Marks the task as running and makes its first call, unless a token shows that this was done already. */
async function begin(context: Context, works: Works, about: TaskInPlan): Promise<Standing> {
  const { task, plan } = about;
  const taskId = task.id;
  if (hasEndedTask(task)) return ENDED;
  if (plan.stopped_at !== null) return settle(context, works, about, { state: 'TERMINATED' });
  if (task.token !== null) return resumed(task);
  await markRunning(context, taskId);
  context.changes.publish({ kind: 'plan', id: plan.id });
  const progress = await attempt(() => workOf(works, about).start(about));
  if (progress.state === 'RUNNING') {
    const { token, awaits } = progress;
    const status = awaits === undefined ? 'RUNNING' : 'WAITING';
    await context.db.updateTable('task').set({ token, status }).where('id', '=', taskId).execute();
  }
  return settle(context, works, about, progress);
}

/** Stores the terminal state of a task in the step that found it: a separate step would cost as much as the call. */
async function settle(
  context: Context,
  works: Works,
  about: TaskInPlan,
  progress: Progress,
): Promise<Standing> {
  if (progress.state === 'RUNNING' || progress.state === 'RETRY') return progress;
  await endTask(context, { work: workOf(works, about), about, outcome: progress });
  return ENDED;
}

async function fail(context: Context, works: Works, taskId: string, problem: string): Promise<void> {
  const about = await readTask(context.db, taskId);
  await endTask(context, { work: workOf(works, about), about, outcome: { state: 'FAILED', problem } });
}

/** A task whose first call was made before a crash. */
function resumed({ token, sub_plan_id, status }: TaskInPlan['task']): Standing {
  return {
    state: 'RUNNING',
    token: token ?? '',
    ...(sub_plan_id === null ? {} : { subPlan: sub_plan_id }),
    ...(status === 'WAITING' ? { awaits: DECISION } : {}),
  };
}

interface Seen {
  readonly standing: Standing;
  /** The other side was asked to stop. */
  readonly isStopping: boolean;
}

async function poll(
  context: Context,
  works: Works,
  taskId: string,
  { token, isStopping, isLate }: { token: string; isStopping: boolean; isLate: boolean },
): Promise<Seen> {
  const about = await readTask(context.db, taskId);
  const { task, plan } = about;
  const after = async (progress: Progress, asked = isStopping): Promise<Seen> => ({
    standing: await settle(context, works, about, progress),
    isStopping: asked,
  });
  if (hasEndedTask(task)) return { standing: ENDED, isStopping };
  if (plan.stopped_at !== null) return after({ state: 'TERMINATED' });
  const work = workOf(works, about);
  if (isLate && task.status !== 'WAITING')
    return after({ state: 'FAILED', problem: `it has not ended after ${context.settings.taskMs} ms` });
  let asked = isStopping;
  if (plan.termination !== null && !asked && work.cancel !== undefined) {
    asked = true;
    await context.db.updateTable('task').set({ status: 'TERMINATING' }).where('id', '=', taskId).execute();
    // An adapter that cannot stop a task finishes it; polling shows either.
    await work.cancel(about, token).catch((cause: unknown) => warn(context, about, cause));
  }
  const progress = await attempt(async () => (await work.poll?.(about, token)) ?? { state: 'COMPLETED' });
  if (progress.state !== 'RETRY') return after(progress, asked);
  // One failed poll does not fail the task.
  await warn(context, about, progress.problem);
  return { standing: { state: 'RUNNING', token }, isStopping: asked };
}

function workOf(works: Works, { task }: TaskInPlan): TaskWork {
  const work = works[task.action];
  if (work === undefined) throw new Error(`there is no work for ${task.action}`);
  return work;
}

/**
 * An unexpected error fails the task with its message; a plan never hangs because of one. While the database is gone, the
 * step is repeated instead.
 */
async function attempt(work: () => Promise<Progress>): Promise<Progress> {
  try {
    return await work();
  } catch (cause) {
    if (isOutage(cause)) throw cause;
    return { state: 'FAILED', problem: cause instanceof Error ? cause.message : String(cause) };
  }
}

async function warn({ db, clock }: Context, { plan, task }: TaskInPlan, cause: unknown): Promise<void> {
  const message = cause instanceof Error ? cause.message : String(cause);
  await writeLog(db, { planId: plan.id, taskId: task.id, at: clock.now(), severity: 'WARNING', message });
}
