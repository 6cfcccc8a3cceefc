import { expectTaken, expectTerminal, mustNotSucceed } from '../../checks/good-requests.ts';
import { expectKnown } from '../../checks/task-answers.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import { Blocked, type Check, NotApplicable, type Statement, type Trial } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, canonical, isObject, listOf } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import { isTaken, type Work } from '../../suite/work.ts';
import type { Facts } from './facts.ts';
import type { Sample } from './samples.ts';

const NEAR: Readonly<Record<string, string>> = {
  shorter: 'A component whose id lacks the last character is not known',
  elsewhere: 'A component of another system whose id ends in the same way is not known',
};

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
      provisionMustNotSucceed(trial, facts, facts.samples.notYaml, 'provision of text that is not YAML'),
    ),
    check('TA-18', { of: 'provision', operation: 'provision' }, (trial) =>
      enrichedIsTaken(trial, facts.provisionTwice, facts.provisionThrice),
    ),
    check('TA-18', { of: 'unprovision', operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      await enrichedIsTaken(trial, facts.unprovisionNever, facts.unprovisionMain);
    }),
    check(
      'TA-18',
      {
        of: 'joining',
        title: 'An enriched descriptor may be of before the component joined its system',
        operation: 'provision',
      },
      async (trial) => {
        if (!facts.rebuilt) return;
        const { work, unread, answers: [odd, plain] = [] } = await facts.joining();
        if (unread !== 'enriched' || odd === undefined || plain === undefined)
          return trial.saw((await work.start()).exchange);
        trial.violated(
          {
            symptom: 'enriched descriptor of before is not read',
            expected: 'COMPLETED, as without latestEnrichedDescriptor',
            actual: describeAnswer(odd),
          },
          odd,
          plain,
        );
      },
    ),
    check(
      'TA-41',
      {
        of: 'provision.flow-style',
        title: 'A descriptor that is written as JSON, which is YAML, is provisioned',
        operation: 'provision',
      },
      async (trial) => {
        if (!facts.rebuilt) return;
        const { work, unread, answers: [odd, plain] = [] } = await facts.joining();
        if (unread !== 'form' || odd === undefined || plain === undefined)
          return trial.saw((await work.start()).exchange);
        trial.violated(
          {
            symptom: 'descriptor not read: flow-style',
            expected: `as in the usual form: ${describeAnswer(plain)}`,
            actual: describeAnswer(odd),
          },
          odd,
          plain,
        );
      },
    ),
    check(
      'TA-10',
      {
        of: 'provision.sentence',
        title: 'A descriptor that is a sentence breaks no provision',
        operation: 'provision',
      },
      (trial) => provisionMustNotSucceed(trial, facts, facts.samples.sentence, 'provision of a sentence'),
    ),
    check(
      'TA-18',
      {
        of: 'absent',
        title: 'An unprovision may leave latestEnrichedDescriptor out',
        operation: 'unprovision',
      },
      async (trial) => {
        // What stands nowhere may be refused.
        if (!facts.rebuilt || !isTaken(await facts.provisionToRemove.start())) return;
        const [plain, enriched] = [
          await facts.unprovisionStating.start(),
          await facts.unprovisionMain.start(),
        ];
        trial.saw(plain.exchange, enriched.exchange);
        if (plain.kind !== 'refused' || !isTaken(enriched)) return;
        trial.violated(
          {
            symptom: 'unprovision wants an enriched descriptor',
            expected: 'accepted, as with latestEnrichedDescriptor',
            actual: describeAnswer(plain.exchange),
          },
          plain.exchange,
          enriched.exchange,
        );
      },
    ),
    check('TA-20', { operation: 'provision' }, async (trial) => {
      const { unknownComponent } = facts.samples;
      if (unknownComponent === undefined) return;
      await provisionMustNotSucceed(trial, facts, unknownComponent, 'provision of an unknown component');
    }),
    ...Object.entries(facts.samples.nearComponents).map(([name, near]) =>
      check('TA-20', { of: name, title: NEAR[name] ?? name, operation: 'provision' }, (trial) =>
        provisionMustNotSucceed(trial, facts, near, `provision of a component that is not there (${name})`),
      ),
    ),
    check('CO-05', { operation: 'provision' }, async (trial) => {
      const { missingComponent } = facts.samples;
      if (missingComponent === undefined) return;
      await provisionMustNotSucceed(trial, facts, missingComponent, 'provision without a component');
    }),
    check(
      'CO-05',
      {
        of: 'unprovision',
        title: 'A removal without componentIdToProvision is refused, or fails',
        operation: 'unprovision',
      },
      async (trial) => {
        const { missingComponent } = facts.samples;
        if (missingComponent === undefined) return;
        const label = 'unprovision without a component';
        await mustNotSucceed(trial, facts.run, 'unprovision', facts.request(missingComponent), label);
      },
    ),
    check('TA-21', { operation: 'unprovision' }, (trial) => omittingEqualsFalse(trial, facts)),
    check(
      'TA-21',
      { of: 'provision', title: 'A provision may leave removeData out', operation: 'provision' },
      async (trial) => {
        if (!facts.rebuilt) return;
        const [stated, omitted] = [
          await facts.provisionToRemove.start(),
          await facts.provisionToRemoveAgain.start(),
        ];
        trial.saw(stated.exchange, omitted.exchange);
        if (!isTaken(stated) || isTaken(omitted)) return;
        trial.violated(omissionRefused(stated.exchange, omitted.exchange), omitted.exchange);
      },
    ),
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
      const seen = new Set<Exchange>();
      for (const work of [facts.provisionTwice, facts.provisionThrice]) {
        const started = await work.start();
        // One request may have asked both.
        if (seen.size === seen.add(started.exchange).size) continue;
        // While another one runs: an end stays an end.
        if (first.task !== undefined && work === facts.provisionTwice)
          await facts.run.tasks.read(first.task, 'the first provision, while another one runs');
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
    check(
      'TA-25',
      { of: 'removed', title: 'What was removed can be provisioned again', operation: 'provision' },
      async (trial) => {
        if (!facts.rebuilt) return;
        const begun = await facts.provisionToRemove.start();
        if (begun.kind === 'refused') throw new NotApplicable('the component was never provisioned');
        const first = await facts.provisionToRemove.end();
        const started = await facts.provisionToRemoveAgain.start();
        // That it is refused without removeData is another requirement's subject.
        if (!isTaken(started)) return trial.saw(started.exchange);
        const again = await facts.provisionToRemoveAgain.end();
        trial.saw(first.exchange, again.exchange);
        if (first.state !== 'COMPLETED' || again.state === 'COMPLETED') return;
        trial.violated(
          {
            symptom: 'provisioning again ends otherwise',
            expected: 'COMPLETED, as before it was removed',
            actual: describeAnswer(again.exchange),
          },
          again.exchange,
          first.exchange,
        );
      },
    ),
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
          ...UNKNOWN_REFUSED,
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

async function provisionMustNotSucceed(
  trial: Trial,
  { run, request }: Facts,
  sample: Sample,
  label: string,
): Promise<void> {
  await mustNotSucceed(trial, run, 'provision', request(sample), label);
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
  // One may be done within its answer and the other as a task, each with words of its own.
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

/** What an answer says, without the numbers and names that change from task to task. */
function wording({ state, body, task }: Ended): string {
  // A short token is a part of many words: only where it stands alone it is one.
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

function keysOf({ body }: Ended): string[] {
  const info = at(body, 'info', 'publicInfo');
  return isObject(info) ? Object.keys(info).sort() : [];
}
