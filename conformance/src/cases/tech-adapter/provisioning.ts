import { expectTaken, expectTerminal, judgeRefusal } from '../../checks/good-requests.ts';
import { expectKnown } from '../../checks/task-answers.ts';
import { Blocked, type Check, type Trial } from '../../suite/check.ts';
import { describeAnswer, statusOf } from '../../suite/exchange.ts';
import { at, canonical, isObject, listOf } from '../../suite/json.ts';
import type { Ended, Started } from '../../suite/tasks.ts';
import type { Work } from '../../suite/work.ts';
import type { Facts } from './facts.ts';
import type { Sample } from './samples.ts';

export function provisioningChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('TA-12', {}, async (trial) => {
      const started = await facts.provisionOnce.start();
      if (statusOf(started.exchange) === 400 && (await facts.isExcusable('provision')))
        return facts.gate('provision');
      expectTaken(trial, started, 'provision');
      if (started.kind === 'finished') expectTerminal(trial, await facts.provisionOnce.end());
    }),
    check('TA-10', { of: 'provision', operation: 'provision' }, (trial) =>
      mustNotSucceed(trial, facts, facts.samples.notYaml, 'provision of text that is not YAML'),
    ),
    check('TA-18', { of: 'provision', operation: 'provision' }, (trial) =>
      enrichedIsTaken(trial, facts.provisionTwice, facts.provisionThrice),
    ),
    check('TA-18', { of: 'unprovision', operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      await enrichedIsTaken(trial, facts.unprovisionNever, facts.unprovisionMain);
    }),
    check('TA-20', { operation: 'provision' }, async (trial) => {
      const { unknownComponent } = facts.samples;
      if (unknownComponent === undefined) return;
      await mustNotSucceed(trial, facts, unknownComponent, 'provision of an unknown component');
    }),
    check('CO-05', { operation: 'provision' }, async (trial) => {
      const { missingComponent } = facts.samples;
      if (missingComponent === undefined) return;
      await mustNotSucceed(trial, facts, missingComponent, 'provision without a component');
    }),
    check('TA-21', { operation: 'unprovision' }, (trial) => omittingEqualsFalse(trial, facts)),
    check('TA-23', { phase: 'last' }, (trial) => {
      for (const task of facts.run.tasks.all)
        if (facts.run.owners.ofToken(task.start) === 'TA-23') expectKnown(task, trial);
    }),
    check('TA-24', {}, async (trial) => {
      const started = await facts.unprovisionNever.start();
      if (statusOf(started.exchange) === 400 && (await facts.isExcusable('unprovision')))
        return facts.gate('unprovision');
      if (started.kind === 'refused' && statusOf(started.exchange) === 400) {
        trial.note(
          {
            symptom: 'unprovision of nothing refused',
            expected: 'success: there is nothing to do',
            actual: describeAnswer(started.exchange),
          },
          started.exchange,
        );
        return;
      }
      expectTaken(trial, started, 'unprovision');
      if (started.kind === 'finished') expectTerminal(trial, await facts.unprovisionNever.end());
      const ended = await facts.unprovisionNever.end().catch(() => undefined);
      if (ended?.state !== 'FAILED') return;
      trial.violated(
        {
          symptom: 'unprovision of nothing fails',
          expected: 'COMPLETED: the wanted state is there already',
          actual: describeAnswer(ended.exchange),
        },
        ended.exchange,
        started.exchange,
      );
    }),
    check('CO-10', { operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      const before = await facts.provisionThrice.end();
      const after = await facts.unprovisionMain.end();
      trial.saw(after.exchange);
      if (before.state !== 'COMPLETED' || after.state === 'COMPLETED') return;
      trial.violated(
        { symptom: 'cannot be removed', expected: 'COMPLETED', actual: describeAnswer(after.exchange) },
        after.exchange,
      );
    }),
    check('TA-25', { operation: 'provision' }, async (trial) => {
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
      for (const work of [facts.provisionTwice, facts.provisionThrice]) {
        const started = await work.start();
        if (started.kind === 'refused') continue;
        const again = await work.end();
        trial.saw(first.exchange, again.exchange);
        const shape = (ended: Ended): string => `${ended.state} with ${keysOf(ended).join(', ')}`;
        if (shape(first) === shape(again)) continue;
        trial.violated(
          { symptom: 'provisioning again ends otherwise', expected: shape(first), actual: shape(again) },
          again.exchange,
          first.exchange,
        );
      }
    }),
    check('CO-01', { operation: 'provision' }, async (trial) => {
      const started = await facts.provisionOnce.start();
      const found = await facts.validation.end().catch(() => undefined);
      const valid = at(found?.body, 'info', 'publicInfo', 'valid');
      const ended = await facts.provisionOnce.end();
      trial.saw(started.exchange, ended.exchange);
      if (found === undefined) return;
      // The built-in sample may be valid and have no place to go; what the caller gives can be deployed.
      if (valid === true && ended.state === 'FAILED') {
        const statement = {
          symptom: 'found valid and not provisioned',
          expected: 'COMPLETED: the validation has nothing against the descriptor',
          actual: describeAnswer(ended.exchange),
        };
        const say = facts.samples.builtIn ? trial.note : trial.violated;
        say(statement, ended.exchange, found.exchange);
        return;
      }
      if (valid !== false || ended.state !== 'COMPLETED') return;
      trial.violated(
        {
          symptom: 'found invalid and provisioned',
          expected: 'a descriptor with findings is not provisioned',
          actual: 'COMPLETED',
        },
        ended.exchange,
        found.exchange,
      );
    }),
    check('X-17', { of: 'provision', operation: 'provision' }, async (trial) => {
      const started = await facts.provisionTwice.start();
      if (await isRefusedAgain(facts)) throw new Blocked('TA-25', 'whatever is provisioned again is refused');
      trial.saw(started.exchange);
      if (started.kind !== 'refused') return;
      trial.violated(
        {
          symptom: 'unknown member refused',
          expected: 'members that are not known are ignored',
          actual: describeAnswer(started.exchange),
        },
        started.exchange,
      );
    }),
  ];
}

/** Refused with the member that nobody knows and without it: it is the repetition that is not taken. */
async function isRefusedAgain({ provisionTwice, provisionThrice }: Facts): Promise<boolean> {
  return (
    (await provisionTwice.start()).kind === 'refused' && (await provisionThrice.start()).kind === 'refused'
  );
}

async function enrichedIsTaken(trial: Trial, plain: Work, enriched: Work): Promise<void> {
  const [before, started] = [await plain.start(), await enriched.start()];
  trial.saw(started.exchange);
  if (before.kind === 'refused' || (started.kind !== 'refused' && started.kind !== 'broken')) return;
  trial.violated(
    {
      symptom: 'enriched descriptor refused',
      expected: 'accepted, as without latestEnrichedDescriptor',
      actual: describeAnswer(started.exchange),
    },
    started.exchange,
  );
}

/** Work on something impossible: refused, or ended as failed; never a success and never a fault of the server. */
async function mustNotSucceed(trial: Trial, facts: Facts, sample: Sample, label: string): Promise<void> {
  const started: Started = await facts.run.tasks.start('provision', facts.request(sample), label);
  if (started.kind === 'refused' || started.kind === 'broken') return judgeRefusal(trial, started.exchange);
  const ended = await facts.run.tasks.finish(started);
  trial.saw(ended.exchange);
  if (ended.state !== 'COMPLETED') return;
  trial.violated(
    {
      symptom: 'success for something impossible',
      expected: '400, or an end as FAILED',
      actual: describeAnswer(ended.exchange),
    },
    ended.exchange,
    started.exchange,
  );
}

async function omittingEqualsFalse(trial: Trial, facts: Facts): Promise<void> {
  const stated = await facts.unprovisionStating.start();
  const omitted = await facts.unprovisionOmitting.start();
  trial.saw(stated.exchange, omitted.exchange);
  if (statusOf(stated.exchange) !== statusOf(omitted.exchange)) {
    trial.violated(
      {
        symptom: 'removeData may not be left out',
        expected: `${statusOf(stated.exchange)}, as with removeData: false`,
        actual: describeAnswer(omitted.exchange),
      },
      omitted.exchange,
    );
    return;
  }
  const [left, right] = [await facts.unprovisionStating.end(), await facts.unprovisionOmitting.end()];
  if (wording(left) === wording(right)) return;
  trial.violated(
    { symptom: 'removeData left out is not false', expected: wording(left), actual: wording(right) },
    right.exchange,
    left.exchange,
  );
}

/** What an answer says, without the numbers and names that change from task to task. */
function wording({ state, body, task }: Ended): string {
  const plain = (value: unknown): string => {
    const text = canonical(value);
    return (task === undefined ? text : text.replaceAll(task.token, '')).replaceAll(
      /[0-9a-f]*\d[0-9a-f-]*/gi,
      '#',
    );
  };
  // How often a line is repeated depends on how long the work took.
  const messages = new Set(listOf(at(body, 'logs')).map((log) => plain(at(log, 'message'))));
  return canonical([
    state,
    plain(at(body, 'result') ?? ''),
    [...messages].sort(),
    plain(at(body, 'info') ?? {}),
  ]);
}

function keysOf({ body }: Ended): string[] {
  const info = at(body, 'info', 'publicInfo');
  return isObject(info) ? Object.keys(info).sort() : [];
}
