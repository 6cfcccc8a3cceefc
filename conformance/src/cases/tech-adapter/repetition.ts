import { expectRefusal } from '../../checks/invalid-check.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import { variationCheck } from '../../checks/variations.ts';
import { expectSameEnd, expectSuccess } from '../../laws/desired-state.ts';
import { type Check, NotApplicable, type Statement, type Trial } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, canonical, listOf } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import { isDone, isTaken, settled, shownBy } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

const OMISSION = 'removeData is required';

/** Checks of components that are provisioned again, removed, and provisioned after that. */
export function repetitionChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('TA-21', { operation: 'unprovision' }, (trial) => omittingEqualsFalse(trial, facts)),
    check(
      'TA-21',
      { of: 'provision', title: 'A provision may omit removeData', operation: 'provision' },
      (trial) => provisionMayOmit(trial, facts),
    ),
    variationCheck(
      facts.run,
      'TA-21',
      {
        of: 'enriched',
        title: 'removeData may be omitted with an enriched descriptor',
        operation: 'unprovision',
      },
      'omitted',
      facts.unprovisionMain.read,
      { symptom: OMISSION, expected: 'accepted, as with removeData: false' },
    ),
    check(
      'TA-22',
      { of: 'text', title: 'removeData does not accept the text false', operation: 'unprovision' },
      (trial) => textIsNoFlag(trial, facts),
    ),
    // Without the gate, which accepts any refusal of a removal as a refusal of a missing component.
    check('CO-10', {}, (trial) => standingIsRemoved(trial, facts)),
    check(
      'CO-10',
      { of: 'other', title: 'A component of another kind can be removed', operation: 'unprovision' },
      (trial) => otherIsRemoved(trial, facts),
    ),
    check(
      'CO-10',
      { of: 'stopped', title: 'A terminated deployment can be removed', operation: 'unprovision' },
      (trial) => stoppedIsRemoved(trial, facts),
    ),
    check('TA-25', { operation: 'provision' }, (trial) => againEndsAlike(trial, facts)),
    check(
      'TA-25',
      { of: 'removed', title: 'A removed component can be provisioned again', operation: 'provision' },
      (trial) => removedComesBack(trial, facts),
    ),
    check(
      'TA-25',
      { of: 'stopped', title: 'A terminated deployment can be provisioned again', operation: 'provision' },
      (trial) => stoppedComesBack(trial, facts),
    ),
    variationCheck(
      facts.run,
      'X-17',
      { of: 'provision', operation: 'provision' },
      'unknown',
      facts.provisionAgain.read,
      UNKNOWN_REFUSED,
    ),
  ];
}

async function provisionMayOmit(trial: Trial, facts: Facts): Promise<void> {
  if (!facts.rebuilt) return;
  const [stated, omitted] = [
    await facts.provisionToRemove.start(),
    await facts.provisionToRemoveAgain.start(),
  ];
  trial.saw(stated.exchange, omitted.exchange);
  if (!isTaken(stated) || isTaken(omitted)) return;
  trial.violated(omissionRefused(stated.exchange, omitted.exchange), omitted.exchange);
}

/** An adapter that reads the text as true removes data that it should keep. */
async function textIsNoFlag(trial: Trial, { run: { session }, request, samples }: Facts): Promise<void> {
  const exchange = await session.call({
    operation: 'unprovision',
    label: 'removeData is the text false',
    intent: 'invalid',
    value: request(samples.main, { removeData: 'false' }),
    patient: true,
  });
  expectRefusal(trial, exchange, 'removeData');
}

async function standingIsRemoved(trial: Trial, facts: Facts): Promise<void> {
  await facts.gate('provision');
  const before = await facts.provisionAgain.end();
  const [never, { exchange }] = [await facts.unprovisionNever.start(), await facts.unprovisionMain.start()];
  const isRefused = statusOf(exchange) === 400;
  if (!isRefused) await facts.gate('unprovision');
  // Another requirement covers a refusal because of the additional content.
  if (isRefused && statusOf(never.exchange) !== 400) return trial.saw(exchange);
  await expectSuccess(trial, before, facts.unprovisionMain, 'cannot be removed');
}

async function otherIsRemoved(trial: Trial, facts: Facts): Promise<void> {
  if (!facts.rebuilt) return;
  const started = await facts.unprovisionStating.start();
  // An adapter that does not support such components has provisioned none.
  if (!isTaken(started)) return trial.saw(started.exchange);
  const before = await facts.provisionToRemove.end();
  await expectSuccess(trial, before, facts.unprovisionStating, 'cannot be removed');
}

/** Stopped before its end or not: a part of it may exist. */
async function stoppedIsRemoved(trial: Trial, facts: Facts): Promise<void> {
  if (!isTaken(await facts.provisionToStop.start()))
    throw new NotApplicable('the component was never provisioned');
  const before = await facts.stopped();
  const started = await facts.unprovisionStopped.start();
  trial.saw(started.exchange);
  // Another requirement covers a refusal.
  if (before.state === 'FAILED' || !isTaken(started)) return;
  const after = await facts.unprovisionStopped.end();
  if (after.state === 'COMPLETED') return;
  trial.wrongAnswer('cannot be removed', 'COMPLETED', after.exchange, before.exchange);
}

async function againEndsAlike(trial: Trial, facts: Facts): Promise<void> {
  const first = await facts.provisionOnce.end();
  const started = await facts.provisionAgain.start();
  if (started.kind === 'refused') {
    trial.wrongAnswer(
      'provisioning again is rejected',
      `accepted, as for the first time, and ${first.state}`,
      started.exchange,
      first.exchange,
    );
    return;
  }
  expectSameEnd(trial, first, await facts.provisionAgain.end());
}

async function removedComesBack(trial: Trial, facts: Facts): Promise<void> {
  if (!facts.rebuilt) return;
  const begun = await facts.provisionToRemove.start();
  if (begun.kind === 'refused') throw new NotApplicable('the component was never provisioned');
  const first = await facts.provisionToRemove.end();
  const started = await facts.provisionToRemoveAgain.start();
  // Another requirement covers a refusal without removeData.
  if (!isTaken(started)) return trial.saw(started.exchange);
  await expectSuccess(trial, first, facts.provisionToRemoveAgain, 'provisioning again fails');
}

/** A provisioning that stops early must leave nothing behind that blocks the next one. */
async function stoppedComesBack(trial: Trial, facts: Facts): Promise<void> {
  if (!facts.isStoppedApart) return;
  if (!isTaken(await facts.provisionToStop.start()))
    throw new NotApplicable('the component was never provisioned');
  const before = await facts.stopped();
  if (before.state !== 'TERMINATED') throw new NotApplicable('nothing was terminated');
  const shown = await shownBy(facts.provisionStopped);
  const isBack = await isDone(facts.provisionStopped);
  await settled(facts.unprovisionStoppedAgain.read);
  trial.saw(before.exchange, shown);
  // If none of the others can be provisioned either, this one never could.
  if (isBack || !(await isDone(facts.provisionOnce)) || !(await isDone(facts.provisionToRemove))) return;
  trial.wrongAnswer(
    'a terminated deployment cannot be provisioned again',
    'COMPLETED, as without the termination',
    shown,
    before.exchange,
  );
}

async function omittingEqualsFalse(trial: Trial, facts: Facts): Promise<void> {
  const stated = await facts.unprovisionStating.start();
  const omitted = await facts.unprovisionOmitting.start();
  trial.saw(stated.exchange, omitted.exchange);
  const areTaken = isTaken(stated) && isTaken(omitted);
  if (!areTaken && statusOf(stated.exchange) !== statusOf(omitted.exchange)) {
    trial.violated(omissionRefused(stated.exchange, omitted.exchange), omitted.exchange);
    return;
  }
  if (!areTaken) throw new NotApplicable('the unprovision was rejected, with and without removeData');
  const [left, right] = [await facts.unprovisionStating.end(), await facts.unprovisionOmitting.end()];
  // One may finish in its answer and the other as a task, each with a different wording.
  const isAlike =
    stated.kind === omitted.kind ? wording(left) === wording(right) : left.state === right.state;
  if (isAlike) return;
  trial.violated(
    { symptom: 'an omitted removeData is not false', expected: wording(left), actual: wording(right) },
    right.exchange,
    left.exchange,
  );
}

function omissionRefused(stated: Exchange, omitted: Exchange): Statement {
  return {
    symptom: OMISSION,
    expected: `${statusOf(stated)}, as with removeData: false`,
    actual: describeAnswer(omitted),
  };
}

/** The content of an answer, without the numbers and names that change from task to task. */
export function wording({ state, body, task }: Ended): string {
  // A short token may be a part of many words: it counts only as a whole word.
  const token = task?.token.replaceAll(/[^\w]/g, '\\$&');
  const own = token === undefined ? /(?!)/g : new RegExp(`(?<!\\w)${token}(?!\\w)`, 'g');
  const plain = (value: unknown): string =>
    canonical(value)
      .replaceAll(own, '#')
      .replaceAll(/[0-9a-f-]+/gi, (run) => (/\d/.test(run) ? '#' : run));
  // How often a line is repeated depends on how long the work took.
  const messages = new Set(listOf(at(body, 'logs')).map((log) => plain(at(log, 'message'))));
  return canonical([
    state,
    plain(at(body, 'result') ?? ''),
    [...messages].sort(),
    plain(at(body, 'info') ?? {}),
  ]);
}
