import { expectTaken, expectWork } from '../../checks/good-requests.ts';
import { expectIgnored } from '../../checks/unknown-members.ts';
import { expectNothingToRemove, expectSameEnd, expectSuccess } from '../../laws/desired-state.ts';
import { expectForetold } from '../../laws/validations.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, isObject } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import { isDone } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

export function publicationChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('DC-02', { of: 'provision', title: 'POST v1/provision accepts a data product' }, async (trial) => {
      const started = await facts.publishPlain.start();
      if (statusOf(started.exchange) === 400 && (await facts.isExcusable('provision')))
        return facts.gate('provision');
      await expectWork(trial, facts.publishPlain);
    }),
    check(
      'DC-02',
      { of: 'unprovision', title: 'POST v1/unprovision accepts a data product' },
      async (trial) => {
        const started = await facts.removeNothing.start();
        if (statusOf(started.exchange) === 400) {
          await facts.gate('unprovision');
          // There was nothing to remove. Later there is, in a descriptor of the same kind.
          return publishedIsRemoved(trial, facts);
        }
        await expectWork(trial, facts.removeNothing);
      },
    ),
    check('DC-03', { of: 'provision', operation: 'provision' }, (trial) =>
      expectWork(trial, facts.publishAgain),
    ),
    check('DC-03', { of: 'unprovision', operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      await expectWork(trial, facts.removeMain);
    }),
    check('DC-16', { operation: 'unprovision' }, (trial) =>
      expectNothingToRemove(trial, facts.run, facts.removeNothing),
    ),
    check(
      'DC-16',
      { of: 'again', title: 'Removing a removed data product again succeeds', operation: 'unprovision' },
      async (trial) => {
        await wasRemoved(facts);
        await expectNothingToRemove(trial, facts.run, facts.removeAgain);
      },
    ),
    check('DC-17', { operation: 'provision' }, (trial) => repeatingChangesNothing(trial, facts)),
    check(
      'DC-17',
      {
        of: 'removed',
        title: 'A removed data product can be published again, and is found',
        operation: 'provision',
      },
      async (trial) => {
        await wasRemoved(facts);
        await comesBack(trial, facts);
      },
    ),
    check('DC-18', { operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      const before = await facts.publishAgain.end();
      await expectSuccess(trial, before, facts.removeMain, 'cannot be removed');
    }),
    check('DC-19', { operation: 'provision' }, (trial) => validationIsAPromise(trial, facts)),
    check('X-17', { of: 'provision', operation: 'provision' }, async (trial) =>
      expectIgnored(trial, await facts.publishAgain.start(), await facts.publishResults.start()),
    ),
    check('X-17', { of: 'unprovision', operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      expectIgnored(trial, await facts.publishAgain.start(), await facts.removeMain.start());
    }),
  ];
}

/** A data product can be removed with the descriptor that published it. */
async function publishedIsRemoved(trial: Trial, { publishOther, removeOther }: Facts): Promise<void> {
  if (publishOther === undefined || removeOther === undefined) return;
  if ((await publishOther.end()).state !== 'COMPLETED') return;
  expectTaken(trial, await removeOther.start());
}

/** Throws NotApplicable unless the main data product was published and removed. */
async function wasRemoved({ publishAgain, removeMain }: Facts): Promise<void> {
  for (const work of [publishAgain, removeMain])
    if ((await work.end()).state !== 'COMPLETED')
      throw new NotApplicable('no removed data product was published again');
}

/** A data product is the same again after its removal. */
async function comesBack(trial: Trial, facts: Facts): Promise<void> {
  await expectSuccess(
    trial,
    await facts.publishAgain.end(),
    facts.publishRemoved,
    'cannot be published again',
  );
  const [before, after] = [await facts.reference(), await facts.referenceBack()];
  trial.saw(after);
  if (succeeded(after) || !succeeded(before) || !(await isDone(facts.publishRemoved))) return;
  trial.wrongAnswer(
    'cannot be published again',
    `${describeAnswer(before)}, as before it was removed`,
    after,
    before,
  );
}

/** The same request again, with the same results, must end the same way. */
async function repeatingChangesNothing(trial: Trial, facts: Facts): Promise<void> {
  const [plain, first] = [await facts.publishPlain.end(), await facts.publishResults.end()];
  if (plain.state !== first.state) expectSameEnd(trial, plain, first);
  expectSameEnd(trial, first, await facts.publishAgain.end());
}

/** A valid descriptor is not refused, and an invalid one is not published. */
async function validationIsAPromise(
  trial: Trial,
  { publishPlain, publishResults, validations, validationResults }: Facts,
): Promise<void> {
  const started = await publishPlain.start();
  const found = await validations.usual.atOnce();
  trial.saw(started.exchange);
  expectForetold(trial, found, at(bodyOf(found), 'valid'), await publishPlain.end());
  const withResults = await publishResults.end().catch(() => undefined);
  if (withResults === undefined) return;
  const also = await validationResults.atOnce();
  expectForetold(trial, also, at(bodyOf(also), 'valid'), withResults);
}

/** What an answer reports. */
export type Told = Pick<Ended, 'body' | 'exchange'>;

/** Members of the public information, by component. */
export function publicInfoOf({ body }: Told): [string, unknown][] {
  const info = at(body, 'info', 'publicInfo');
  return isObject(info) ? Object.entries(info) : [];
}
