import { expect, it } from 'vitest';
import { exchangeOf } from '../../mutants/exchanges.ts';
import { techAdapterSuite } from '../cases/tech-adapter.ts';
import type { Statement, Trial } from '../suite/check.ts';
import type { Exchange } from '../suite/exchange.ts';
import { createHttpClient } from '../suite/http.ts';
import type { Run } from '../suite/run.ts';
import { createSession, type Session } from '../suite/session.ts';
import { createTasks } from '../suite/tasks.ts';
import { createWork } from '../suite/work.ts';
import { progressChecks } from './progress.ts';
import { TASK_BLAME } from './task-answers.ts';

/** Milliseconds that a validation takes. */
const WORK = 400;

/** How many tasks a run has: validations, and then provisions. */
const VALIDATIONS = 3;
const PROVISIONS = 4;

/** A target with a separate clock. @param begins When the work started of the task that was last polled at `asked`. */
function createTarget(begins: (task: { started: number; asked: number }) => number): Session {
  const session = createSession({
    contract: techAdapterSuite.contract,
    client: createHttpClient({ base: new URL('http://127.0.0.1:1'), headers: {}, timeout: 1 }),
    signal: new AbortController().signal,
    concurrency: 1,
    maxRequests: 0,
  });
  session.close();
  const journal: Exchange[] = [];
  const known: { started: number; asked: number; isOver: boolean }[] = [];
  const sleepers: { readonly until: number; readonly resolve: () => void }[] = [];
  let now = 0;
  /** Time passes when nothing else is pending. */
  const wakeNext = (): void => {
    sleepers.sort((left, right) => left.until - right.until);
    const next = sleepers.shift();
    if (next === undefined) return;
    now = Math.max(now, next.until);
    next.resolve();
  };
  const answer = (token: string | undefined): unknown => {
    if (token === undefined) return String(known.push({ started: now, asked: now, isOver: false }) - 1);
    const task = known[Number(token)];
    if (task === undefined) throw new Error(`no task ${token}`);
    task.isOver ||= now - begins(task) >= WORK;
    task.asked = now;
    return { status: task.isOver ? 'COMPLETED' : 'RUNNING' };
  };
  return {
    ...session,
    journal,
    now: () => now,
    pause: (milliseconds) =>
      new Promise((resolve) => {
        sleepers.push({ until: now + milliseconds, resolve });
        setImmediate(wakeNext);
      }),
    async call(call) {
      const at = now;
      now += 2;
      const times = { at, took: now - at, lag: 0 };
      const exchange = exchangeOf(call, journal.length + 1, answer(call.token), times);
      journal.push(exchange);
      return exchange;
    },
  };
}

async function judge(session: Session): Promise<{ symptoms: string[]; requests: number }> {
  const tasks = createTasks(session, 60_000, TASK_BLAME);
  const validate = (after: (() => Promise<unknown>)[] = []) =>
    createWork(tasks, () => tasks.start('asyncValidate', {}, 'validation'), after);
  const attended = validate();
  const hurried = validate([attended.end]);
  const unattended = validate([hurried.start]);
  const symptoms: string[] = [];
  const trial: Trial = {
    violated: ({ symptom }: Statement) => symptoms.push(symptom),
    wrongAnswer: (symptom) => symptoms.push(symptom),
    wrongValue: (symptom) => symptoms.push(symptom),
    note: () => undefined,
    warned: () => undefined,
    saw: () => undefined,
  };
  const check: Run['check'] = (requirement, { of, title = '' }, run) => ({
    id: `${requirement}:${of}`,
    requirement,
    title,
    phase: 'active',
    run,
  });
  const { contract } = techAdapterSuite;
  const checks = progressChecks(
    { check, contract, session, settings: { promptness: 1_000 }, tasks },
    attended,
    hurried,
    unattended,
  );
  for (const one of checks.toReversed()) await one.run(trial);
  const requests = session.journal.length;
  // Tasks of another operation, as other checks start them.
  for (let turn = 0; turn < PROVISIONS; turn += 1)
    await tasks.finish(await tasks.start('provision', {}, `provision ${turn}`));
  await checks[0]?.run(trial);
  return { symptoms, requests };
}

it('reports a target that restarts its work on every poll', async () => {
  const { symptoms } = await judge(createTarget(({ asked }) => asked));
  expect(symptoms).toEqual(['work stops while it is polled']);
});

it('reports an operation whose work makes progress only when it is polled, besides its validations', async () => {
  const polls = new Map<number, number>();
  const isValidation = (started: number): boolean => [...polls.keys()].indexOf(started) < VALIDATIONS;
  const { symptoms } = await judge(
    createTarget(({ started }) => {
      const count = (polls.get(started) ?? 0) + 1;
      polls.set(started, count);
      return isValidation(started) || count > 3 ? started : Number.POSITIVE_INFINITY;
    }),
  );
  expect(symptoms).toEqual(['work depends on polling']);
});

it('reports nothing for a target that makes progress, and polls it at most forty times', async () => {
  const { symptoms, requests } = await judge(createTarget(({ started }) => started));
  expect(symptoms).toEqual([]);
  expect(requests).toBeLessThanOrEqual(40);
});

it('reports nothing for a target that is slow on every second task', async () => {
  const { symptoms } = await judge(
    createTarget(({ started }) => (started < WORK ? started : started + 3 * WORK)),
  );
  expect(symptoms).toEqual([]);
});

it('reports nothing for a target whose tasks take longer from one to the next', async () => {
  const turns = new Map<number, number>();
  const { symptoms } = await judge(
    createTarget(({ started }) => {
      const turn = turns.get(started) ?? turns.size;
      turns.set(started, turn);
      return started + Math.max(0, turn - VALIDATIONS) * 2 * WORK;
    }),
  );
  expect(symptoms).toEqual([]);
});
