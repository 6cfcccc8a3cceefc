import { Blocked, type Check, NotApplicable } from '../suite/check.ts';
import type { Run } from '../suite/run.ts';
import type { Work } from '../suite/work.ts';
import { validationsOf } from './validations.ts';

/** Tasks that take longer than this, in milliseconds, are not started only to be left alone. */
const PATIENCE = 5_000;
/** Pauses before the looks, in usual durations: the first finds a good target done, the second makes sure of another. */
const LOOKS = [1.2, 2.8];

/**
 * Polling is asking, not working: of two equal validations one is polled and one is left alone.
 * @param attended Has to end before `unattended` starts.
 */
export function attentionCheck(run: Run, attended: Work, unattended: Work): Check {
  const { check, session, tasks } = run;
  return check('A-10', { operation: validationsOf(run.contract).asTask }, async (trial) => {
    const polled = await attended.end();
    if (polled.task === undefined) throw new NotApplicable('validation ends within its answer');
    const usual = polled.exchange.at + polled.exchange.took - polled.task.start.at;
    if (usual > PATIENCE)
      throw new NotApplicable(`a validation takes ${Math.round(usual)} ms: too long to leave one alone`);
    const started = await unattended.start();
    if (started.kind !== 'task') throw new Blocked('A-01', 'the validation was not started');
    const { task } = started;
    const states: (string | undefined)[] = [];
    for (const patience of LOOKS) {
      await session.pause(patience * usual + 100);
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
