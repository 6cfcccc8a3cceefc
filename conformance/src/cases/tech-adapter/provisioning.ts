import { expectTaken, expectTerminal, mustNotSucceed } from '../../checks/good-requests.ts';
import { expectKnown } from '../../checks/task-answers.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { describeAnswer, statusOf } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
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
  ];
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
