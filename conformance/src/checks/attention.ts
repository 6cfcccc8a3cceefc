import { Blocked, type Check, NotApplicable } from '../suite/check.ts';
import type { Run } from '../suite/run.ts';
import type { Ended } from '../suite/tasks.ts';
import { settled, type Work } from '../suite/work.ts';
import { validationsOf } from './validations.ts';

/** Tasks that take longer than this, in milliseconds, are not started only for this check. */
const PATIENCE = 5_000;
/**
 * Pauses before the polls, in usual durations: after the first a conformant target has finished, the second confirms a
 * violation.
 */
const LOOKS = [1.2, 2.8] as const;
/** Number of polls of the other task during the usual duration of a validation. */
const OFTEN = 20;
/** Minimum interval between two of those polls, in milliseconds. */
const BREATH = 25;
/** Tolerance for different durations of tasks, in milliseconds. */
const SLACK = 1_000;

/**
 * Polling must not drive the work: of two equal validations one is polled and the other is not.
 * @param attended Must end before `unattended` starts.
 * @param later Starts after `unattended`, and only to find out whether that one is queued.
 */
export function attentionCheck(run: Run, attended: Work, unattended: Work, later: Work): Check {
  const { check, session, tasks } = run;
  return check('A-10', { operation: validationsOf(run.contract).asTask }, async (trial) => {
    const polled = await attended.end();
    const usual = durationOf(polled, 'to leave one without polling');
    const started = await unattended.start();
    if (started.kind !== 'task') throw new Blocked('A-01', 'the validation was not started');
    const { task } = started;
    const states: (string | undefined)[] = [];
    for (const [index, patience] of LOOKS.entries()) {
      await session.pause(patience * usual + 100);
      // A queued task has had its turn when a later one is done.
      if (index > 0) await Promise.race([settled(later.end), session.pause(2 * usual + SLACK)]);
      const { exchange, state } = await tasks.read(task, 'first poll after a long time');
      trial.saw(exchange);
      states.push(state);
      if (state !== task.lifecycle.initial) break;
    }
    const ended = await unattended.end();
    if (states.some((state) => state !== task.lifecycle.initial)) return;
    trial.violated(
      {
        symptom: 'work depends on polling',
        expected: `a terminal state after about ${Math.round(usual)} ms, with or without polling`,
        actual: `still ${states.join(', ')} without polling`,
      },
      ended.exchange,
      polled.exchange,
    );
  });
}

/**
 * Frequent polling must not delay work either: of two equal validations the later one ends without polls, and so does
 * the earlier one, which is polled continuously.
 * @param unattended Starts after `hurried`, and ends after a time without polls.
 */
export function hurryCheck(
  run: Pick<Run, 'check' | 'contract' | 'session' | 'tasks'>,
  attended: Work,
  hurried: Work,
  unattended: Work,
): Check {
  const { check, session, tasks } = run;
  const scope = { of: 'often', title: 'Frequent polling does not slow the work down' };
  return check('A-10', { ...scope, operation: validationsOf(run.contract).asTask }, async (trial) => {
    const polled = await attended.end();
    const usual = durationOf(polled, 'to poll one continuously');
    const started = await hurried.start();
    if (started.kind !== 'task') throw new Blocked('A-01', 'the validation was not started');
    const { task } = started;
    /** When the other one has certainly ended. */
    let until = Number.POSITIVE_INFINITY;
    const look = async (): Promise<boolean> => {
      await session.pause(Math.max(BREATH, usual / OFTEN));
      const { exchange, state } = await tasks.read(task, 'one of many polls');
      trial.saw(exchange);
      return state === task.lifecycle.initial;
    };
    const spared = session.now() + usual * (LOOKS[0] + LOOKS[1]) + SLACK;
    while (session.now() < spared) if (!(await look())) return;
    const other = unattended.end().finally(() => {
      until = session.now() + 2 * usual + SLACK;
    });
    // No code waits for it if the polled one ends first.
    other.catch(() => undefined);
    while (session.now() < until) if (!(await look())) return;
    const { exchange } = await other;
    trial.violated(
      {
        symptom: 'work stops while it is polled',
        expected: `a terminal state after about ${Math.round(usual)} ms, like the next one without polling`,
        actual: `still ${task.lifecycle.initial} after ${task.observations.length} polls`,
      },
      ...task.observations.slice(-1).map((one) => one.exchange),
      exchange,
    );
  });
}

/** How long a validation took, in milliseconds. */
function durationOf({ task, exchange }: Ended, purpose: string): number {
  if (task === undefined) throw new NotApplicable('the validation is synchronous');
  const usual = exchange.at + exchange.took - task.start.at;
  if (usual > PATIENCE)
    throw new NotApplicable(`a validation takes ${Math.round(usual)} ms: too long ${purpose}`);
  return usual;
}
