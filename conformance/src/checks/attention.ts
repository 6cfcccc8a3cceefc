import { Blocked, type Check, NotApplicable } from '../suite/check.ts';
import type { Run } from '../suite/run.ts';
import type { Ended } from '../suite/tasks.ts';
import { settled, type Work } from '../suite/work.ts';
import { validationsOf } from './validations.ts';

/** Tasks that take longer than this, in milliseconds, are not started only to be left alone. */
const PATIENCE = 5_000;
/** Pauses before the looks, in usual durations: the first finds a good target done, the second makes sure of another. */
const LOOKS = [1.2, 2.8] as const;
/** So often the other one is looked at while a validation usually runs. */
const OFTEN = 20;
/** Milliseconds between two of those looks, at least. */
const BREATH = 25;
/** Milliseconds that a good target may take longer with one task than with the next. */
const SLACK = 1_000;

/**
 * Polling is asking, not working: of two equal validations one is polled and one is left alone.
 * @param attended Has to end before `unattended` starts.
 * @param later Starts after `unattended`, and only to find out whether that one waits for its turn.
 */
export function attentionCheck(run: Run, attended: Work, unattended: Work, later: Work): Check {
  const { check, session, tasks } = run;
  return check('A-10', { operation: validationsOf(run.contract).asTask }, async (trial) => {
    const polled = await attended.end();
    const usual = durationOf(polled, 'to leave one alone');
    const started = await unattended.start();
    if (started.kind !== 'task') throw new Blocked('A-01', 'the validation was not started');
    const { task } = started;
    const states: (string | undefined)[] = [];
    for (const [index, patience] of LOOKS.entries()) {
      await session.pause(patience * usual + 100);
      // What waits for its turn has had it when a later one is done.
      if (index > 0) await Promise.race([settled(later.end), session.pause(2 * usual + SLACK)]);
      const { exchange, state } = await tasks.read(task, 'first look after a long while');
      trial.saw(exchange);
      states.push(state);
      if (state !== task.lifecycle.initial) break;
    }
    const ended = await unattended.end();
    if (states.some((state) => state !== task.lifecycle.initial)) return;
    trial.violated(
      {
        symptom: 'work waits for polls',
        expected: `an end after about ${Math.round(usual)} ms, polled or not`,
        actual: `still ${states.join(', ')} when nobody asked`,
      },
      ended.exchange,
      polled.exchange,
    );
  });
}

/**
 * Asking often does not slow work down either: of two equal validations the later one ends, left alone, and the one
 * before it as well, asked without end.
 * @param unattended Starts after `hurried`, and ends when it was left alone for a while.
 */
export function hurryCheck(
  run: Pick<Run, 'check' | 'contract' | 'session' | 'tasks'>,
  attended: Work,
  hurried: Work,
  unattended: Work,
): Check {
  const { check, session, tasks } = run;
  const scope = { of: 'often', title: 'Asking often does not slow the work down' };
  return check('A-10', { ...scope, operation: validationsOf(run.contract).asTask }, async (trial) => {
    const polled = await attended.end();
    const usual = durationOf(polled, 'to ask about one without end');
    const started = await hurried.start();
    if (started.kind !== 'task') throw new Blocked('A-01', 'the validation was not started');
    const { task } = started;
    /** When the other one is known to have ended for long enough. */
    let until = Number.POSITIVE_INFINITY;
    const look = async (): Promise<boolean> => {
      await session.pause(Math.max(BREATH, usual / OFTEN));
      const { exchange, state } = await tasks.read(task, 'one of many looks');
      trial.saw(exchange);
      return state === task.lifecycle.initial;
    };
    const spared = session.now() + usual * (LOOKS[0] + LOOKS[1]) + SLACK;
    while (session.now() < spared) if (!(await look())) return;
    const other = unattended.end().finally(() => {
      until = session.now() + 2 * usual + SLACK;
    });
    // Nothing waits for it where the one that is asked about ends first.
    other.catch(() => undefined);
    while (session.now() < until) if (!(await look())) return;
    const { exchange } = await other;
    trial.violated(
      {
        symptom: 'work waits while it is asked about',
        expected: `an end after about ${Math.round(usual)} ms, as of the next one that was left alone`,
        actual: `still ${task.lifecycle.initial} when it was asked about ${task.observations.length} times`,
      },
      ...task.observations.slice(-1).map((one) => one.exchange),
      exchange,
    );
  });
}

/** How long a validation took, in milliseconds. */
function durationOf({ task, exchange }: Ended, purpose: string): number {
  if (task === undefined) throw new NotApplicable('validation ends within its answer');
  const usual = exchange.at + exchange.took - task.start.at;
  if (usual > PATIENCE)
    throw new NotApplicable(`a validation takes ${Math.round(usual)} ms: too long ${purpose}`);
  return usual;
}
