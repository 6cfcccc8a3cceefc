import { Blocked, type Check, NotApplicable, type Trial } from '../suite/check.ts';
import type { Exchange } from '../suite/exchange.ts';
import { FIRST } from '../suite/pace.ts';
import type { Run } from '../suite/run.ts';
import { ALONE, LEFT_ALONE_AT_MOST, looksAtWork, type Task } from '../suite/tasks.ts';
import type { Work } from '../suite/work.ts';
import { endSeenAt, isUnstopped } from './task-answers/each-task.ts';
import { validationsOf } from './validations.ts';

/*
 * Polling only reads: a task makes progress at the same speed, however often it is polled.
 */

type Judging = Pick<Run, 'check' | 'contract' | 'session' | 'tasks'> & {
  readonly settings: Pick<Run['settings'], 'promptness'>;
};

/**
 * @param usual a validation that ends before `hurried` starts
 * @param hurried an equal validation, polled continuously
 * @param alone an equal validation that starts after `hurried`, and that no other check polls before it has ended
 */
export function progressChecks(run: Judging, usual: Work, hurried: Work, alone: Work): Check[] {
  return [
    run.check('A-10', { phase: 'last' }, (trial) => {
      const ended = run.tasks.all.filter((task) => task.end === 'terminal' && isUnstopped(task));
      for (const operation of new Set(ended.map((task) => task.operation)))
        expectOwnPace(
          trial,
          ended.filter((task) => task.operation === operation),
        );
    }),
    aloneCheck(run, usual, alone),
    hurryCheck(run, usual, hurried, alone),
  ];
}

/** Tasks of an operation, besides the one left alone, that show that it was not merely slow. */
const OTHERS = 2;

/**
 * Polls drive the work if one that was left alone for much longer than the others took was still running then, and no
 * other task of the operation ended after fewer polls.
 */
function expectOwnPace(trial: Trial, alike: readonly Task[]): void {
  trial.saw(...alike.flatMap(shownOf));
  const waiting = alike.find(({ leftAlone }) => leftAlone !== undefined);
  const other = alike.find((one) => one !== waiting);
  if (waiting === undefined || other === undefined || alike.length <= OTHERS) return;
  const looks = looksAtWork(waiting);
  const { leftAlone = 0 } = waiting;
  const isSlow = alike.some((one) => one !== waiting && endSeenAt(one) - one.start.at > leftAlone);
  if (isSlow || looks === 0 || alike.some((one) => looksAtWork(one) < looks)) return;
  trial.violated(
    {
      symptom: 'work depends on polling',
      expected: `a terminal state within ${Math.round(leftAlone)} ms, with or without polling`,
      actual: `${waiting.lifecycle.initial} then, and a terminal state after ${looks + 1} polls, no fewer than always`,
    },
    ...shownOf(waiting),
    ...shownOf(other),
  );
}

function shownOf({ observations }: Task): Exchange[] {
  return observations.map(({ exchange }) => exchange);
}

/** A validation without polls ends after the usual time, or when it and the work before it have certainly ended. */
function aloneCheck({ check, contract, session, settings, tasks }: Judging, usual: Work, alone: Work): Check {
  const title = 'A validation makes progress without polling';
  const scope = { of: 'alone', title, operation: validationsOf(contract).asTask };
  return check('A-10', scope, async (trial) => {
    const duration = await durationOf(usual);
    const task = await taskOf(alone);
    for (const pause of [ALONE * duration, tasks.due(task) + settings.promptness]) {
      await session.pause(pause);
      const { exchange, state } = await tasks.read(task, 'first poll after a long time');
      trial.saw(exchange);
      if (state !== task.lifecycle.initial) return;
    }
    const { exchange } = await alone.end();
    const expected = `a terminal state after about ${Math.round(duration)} ms, with or without polling`;
    const actual = `still ${task.lifecycle.initial} without polling`;
    trial.violated(
      { symptom: 'work depends on polling', expected, actual },
      exchange,
      ...shownOf(task).slice(0, 2),
    );
  });
}

/** Number of polls during the usual duration of a validation. */
const OFTEN = 20;
/**
 * After this many usual durations without an end, and the delay that an answer may have, a later validation shows whether
 * the work only waits its turn.
 */
const LATE = 4;

/** Frequent polling must not delay the work: a validation that is polled continuously ends no later than the next one. */
function hurryCheck(
  { check, contract, session, settings, tasks }: Judging,
  usual: Work,
  hurried: Work,
  later: Work,
): Check {
  const title = 'Frequent polling does not slow the work down';
  const scope = { of: 'often', title, operation: validationsOf(contract).asTask };
  return check('A-10', scope, async (trial) => {
    const duration = await durationOf(usual);
    const task = await taskOf(hurried);
    const isRunningUntil = async (until: () => number): Promise<boolean> => {
      while (session.now() < until()) {
        await session.pause(Math.max(FIRST, duration / OFTEN));
        const { exchange, state } = await tasks.read(task, 'one of many polls');
        trial.saw(exchange);
        if (state !== task.lifecycle.initial) return false;
      }
      return true;
    };
    const grace = LATE * duration + settings.promptness;
    const late = session.now() + grace;
    if (!(await isRunningUntil(() => late))) return;
    let patience = Number.POSITIVE_INFINITY;
    const other = later.end().finally(() => {
      patience = session.now() + grace;
    });
    // No code waits for it if the polled one ends first.
    other.catch(() => undefined);
    if (!(await isRunningUntil(() => patience))) return;
    const { exchange } = await other;
    trial.violated(
      {
        symptom: 'work stops while it is polled',
        expected: `a terminal state after about ${Math.round(duration)} ms, like the next one without polling`,
        actual: `still ${task.lifecycle.initial} after ${task.observations.length} polls`,
      },
      ...shownOf(task).slice(-1),
      exchange,
    );
  });
}

/** How long a validation takes, in milliseconds. */
async function durationOf(validation: Work): Promise<number> {
  const { task } = await validation.end();
  if (task === undefined) throw new NotApplicable('the validation is synchronous');
  const duration = endSeenAt(task) - task.start.at;
  if (duration > LEFT_ALONE_AT_MOST)
    throw new NotApplicable(`a validation takes ${Math.round(duration)} ms: too long to start more of them`);
  return duration;
}

async function taskOf(validation: Work): Promise<Task> {
  const started = await validation.start();
  if (started.kind !== 'task') throw new Blocked('A-01', 'the validation was not started');
  return started.task;
}
