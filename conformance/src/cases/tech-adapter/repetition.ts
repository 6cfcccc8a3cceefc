import { expectNothingNew } from '../../checks/growth.ts';
import { expectRefusal } from '../../checks/invalid-requests.ts';
import { isDone, shownBy } from '../../checks/outcomes.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import { Blocked, type Check, NotApplicable, type Statement, type Trial } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, canonical, isObject, listOf } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import { isTaken, settled } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

/** Checks of components that are provisioned again, removed, and provisioned after that. */
export function repetitionChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('TA-21', { operation: 'unprovision' }, (trial) => omittingEqualsFalse(trial, facts)),
    check(
      'TA-21',
      { of: 'provision', title: 'A provision may leave removeData out', operation: 'provision' },
      (trial) => provisionMayOmit(trial, facts),
    ),
    check(
      'TA-21',
      {
        of: 'enriched',
        title: 'removeData may be left out beside an enriched descriptor',
        operation: 'unprovision',
      },
      (trial) => mayOmitBesideEnriched(trial, facts),
    ),
    check(
      'TA-22',
      { of: 'text', title: 'removeData is not guessed from the text false', operation: 'unprovision' },
      (trial) => textIsNoFlag(trial, facts),
    ),
    // Without the gate, which accepts any refusal of a removal as a refusal of a missing component.
    check('CO-10', {}, (trial) => standingIsRemoved(trial, facts)),
    check(
      'CO-10',
      { of: 'other', title: 'A component of another kind is removed as well', operation: 'unprovision' },
      (trial) => otherIsRemoved(trial, facts),
    ),
    check(
      'CO-10',
      { of: 'stopped', title: 'What was stopped can be removed', operation: 'unprovision' },
      (trial) => stoppedIsRemoved(trial, facts),
    ),
    check('TA-25', { operation: 'provision' }, (trial) => againEndsAlike(trial, facts)),
    check(
      'TA-25',
      { of: 'removed', title: 'What was removed can be provisioned again', operation: 'provision' },
      (trial) => removedComesBack(trial, facts),
    ),
    check(
      'TA-25',
      { of: 'stopped', title: 'What was stopped can be provisioned', operation: 'provision' },
      (trial) => stoppedComesBack(trial, facts),
    ),
    check('X-17', { of: 'provision', operation: 'provision' }, async (trial) => {
      const started = await facts.provisionTwice.start();
      if (await isRefusedAgain(facts)) throw new Blocked('TA-25', 'whatever is provisioned again is refused');
      trial.saw(started.exchange);
      if (started.kind === 'refused')
        trial.violated({ ...UNKNOWN_REFUSED, actual: describeAnswer(started.exchange) }, started.exchange);
    }),
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

async function mayOmitBesideEnriched(trial: Trial, facts: Facts): Promise<void> {
  const [begun, stated] = [await facts.unprovisionMainOmitting.start(), await facts.unprovisionMain.start()];
  trial.saw(begun.exchange, stated.exchange);
  if (isTaken(begun) || !isTaken(stated)) return;
  trial.violated(omissionRefused(stated.exchange, begun.exchange), begun.exchange, stated.exchange);
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
  const before = await facts.provisionThrice.end();
  const [never, { exchange }] = [await facts.unprovisionNever.start(), await facts.unprovisionMain.start()];
  const isRefused = statusOf(exchange) === 400;
  if (!isRefused) await facts.gate('unprovision');
  // Another requirement covers a refusal because of the additional content.
  if (isRefused && statusOf(never.exchange) !== 400) return trial.saw(exchange);
  const after = isRefused ? undefined : await facts.unprovisionMain.end();
  expectRemoved(trial, before, after, exchange);
}

async function otherIsRemoved(trial: Trial, facts: Facts): Promise<void> {
  if (!facts.rebuilt) return;
  const started = await facts.unprovisionStating.start();
  // An adapter that does not support such components has provisioned none.
  if (!isTaken(started)) return trial.saw(started.exchange);
  const [before, after] = [await facts.provisionToRemove.end(), await facts.unprovisionStating.end()];
  expectRemoved(trial, before, after, started.exchange);
}

function expectRemoved(trial: Trial, before: Ended, after: Ended | undefined, start: Exchange): void {
  const shown = after?.exchange ?? start;
  trial.saw(shown);
  if (before.state !== 'COMPLETED' || after?.state === 'COMPLETED') return;
  trial.violated(
    { symptom: 'cannot be removed', expected: 'COMPLETED', actual: describeAnswer(shown) },
    shown,
  );
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
  trial.violated(
    { symptom: 'cannot be removed', expected: 'COMPLETED', actual: describeAnswer(after.exchange) },
    after.exchange,
    before.exchange,
  );
}

async function againEndsAlike(trial: Trial, facts: Facts): Promise<void> {
  const first = await facts.provisionOnce.end();
  if (await isRefusedAgain(facts)) {
    const { exchange } = await facts.provisionThrice.start();
    trial.violated(
      {
        symptom: 'provisioning again is refused',
        expected: `taken, as for the first time, and ${first.state}`,
        actual: describeAnswer(exchange),
      },
      exchange,
      (await facts.provisionTwice.start()).exchange,
      first.exchange,
    );
    return;
  }
  const repeated = toldAgain(first);
  // Information that each provisioning repeats grows without limit.
  const shape = (ended: Ended): string =>
    `${ended.state} with ${keysOf(ended).join(', ')}${toldAgain(ended) > repeated ? ', and identities told again' : ''}`;
  const seen = new Set<Exchange>();
  for (const work of [facts.provisionTwice, facts.provisionThrice]) {
    const started = await work.start();
    // One request may serve for both.
    if (seen.size === seen.add(started.exchange).size) continue;
    if (started.kind === 'refused') continue;
    const again = await work.end();
    trial.saw(first.exchange, again.exchange);
    if (shape(first) !== shape(again)) endedOtherwise(trial, shape(first), shape(again), again, first);
    expectNothingNew(trial, first, again);
  }
}

async function removedComesBack(trial: Trial, facts: Facts): Promise<void> {
  if (!facts.rebuilt) return;
  const begun = await facts.provisionToRemove.start();
  if (begun.kind === 'refused') throw new NotApplicable('the component was never provisioned');
  const first = await facts.provisionToRemove.end();
  const started = await facts.provisionToRemoveAgain.start();
  // Another requirement covers a refusal without removeData.
  if (!isTaken(started)) return trial.saw(started.exchange);
  const again = await facts.provisionToRemoveAgain.end();
  trial.saw(first.exchange, again.exchange);
  if (first.state !== 'COMPLETED' || again.state === 'COMPLETED') return;
  endedOtherwise(trial, 'COMPLETED, as before it was removed', describeAnswer(again.exchange), again, first);
}

/** A provisioning that stops early must leave nothing behind that blocks the next one. */
async function stoppedComesBack(trial: Trial, facts: Facts): Promise<void> {
  if (!facts.isStoppedApart) return;
  if (!isTaken(await facts.provisionToStop.start()))
    throw new NotApplicable('the component was never provisioned');
  const before = await facts.stopped();
  if (before.state !== 'TERMINATED') throw new NotApplicable('nothing was stopped');
  const shown = await shownBy(facts.provisionStopped);
  const isBack = await isDone(facts.provisionStopped);
  await settled(facts.unprovisionStoppedAgain.read);
  trial.saw(before.exchange, shown);
  // If none of the others can be provisioned either, this one never could.
  if (isBack || !(await isDone(facts.provisionOnce)) || !(await isDone(facts.provisionToRemove))) return;
  trial.violated(
    {
      symptom: 'what was stopped cannot be provisioned',
      expected: 'COMPLETED, as of what was never stopped',
      actual: describeAnswer(shown),
    },
    shown,
    before.exchange,
  );
}

function endedOtherwise(trial: Trial, expected: string, actual: string, again: Ended, first: Ended): void {
  trial.violated(
    { symptom: 'provisioning again ends otherwise', expected, actual },
    again.exchange,
    first.exchange,
  );
}

/** Refused with the unknown member and without it: so the reason is the repetition. */
async function isRefusedAgain({ provisionTwice, provisionThrice }: Facts): Promise<boolean> {
  return (
    (await provisionTwice.start()).kind === 'refused' && (await provisionThrice.start()).kind === 'refused'
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
  if (!areTaken) throw new NotApplicable('the removal was refused, with removeData and without it');
  const [left, right] = [await facts.unprovisionStating.end(), await facts.unprovisionOmitting.end()];
  // One may finish in its answer and the other as a task, each with a different wording.
  const isAlike =
    stated.kind === omitted.kind ? wording(left) === wording(right) : left.state === right.state;
  if (isAlike) return;
  trial.violated(
    { symptom: 'removeData left out is not false', expected: wording(left), actual: wording(right) },
    right.exchange,
    left.exchange,
  );
}

function omissionRefused(stated: Exchange, omitted: Exchange): Statement {
  return {
    symptom: 'removeData may not be left out',
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

/** How often the answer repeats an identity. */
function toldAgain({ body }: Ended): number {
  const identities = listOf(at(body, 'info', 'aclInfo')).map((one) => canonical(at(one, 'identity')));
  return identities.length - new Set(identities).size;
}

function keysOf({ body }: Ended): string[] {
  const info = at(body, 'info', 'publicInfo');
  return isObject(info) ? Object.keys(info).sort() : [];
}
