import { expectTaken, expectTerminal } from '../../checks/good-requests.ts';
import { ownedCheck } from '../../checks/owned.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import type { Check } from '../../suite/check.ts';
import { bodyOf, describeAnswer, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject } from '../../suite/json.ts';
import { isTaken, settled } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

export function reverseChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const operation = 'runReverseProvisioning';
  return [
    check('TA-34', {}, async (trial) => {
      const started = await facts.reversing.start();
      if (statusOf(started.exchange) === 400) return facts.gate(operation);
      expectTaken(trial, started, operation);
      if (started.kind === 'finished') expectTerminal(trial, await facts.reversing.end());
      // What its end says is judged with all traffic, so somebody has to wait for it.
      await settled(facts.reversing.end);
    }),
    check(
      'TA-34',
      { of: 'required', title: 'The two required fields alone break nothing', operation },
      async (trial) => {
        const value = {
          useCaseTemplateId: at(facts.reverse, 'useCaseTemplateId'),
          environment: at(facts.reverse, 'environment'),
        };
        const started = await facts.run.tasks.start(
          operation,
          value,
          'reverse provisioning without optional fields',
        );
        trial.saw(started.exchange);
        // Whether a template needs its params, the adapter decides.
        if (started.kind === 'broken') expectTaken(trial, started, operation);
        await settled(() => facts.run.tasks.finish(started));
      },
    ),
    check('X-17', { of: operation, operation }, async (trial) => {
      const label = 'reverse provisioning with a member that nobody knows';
      const value = { ...Object(facts.reverse), notInTheContract: { any: 'thing' } };
      const [plain, started] = [
        await facts.reversing.start(),
        await facts.run.tasks.start(operation, value, label),
      ];
      trial.saw(started.exchange);
      await settled(() => facts.run.tasks.finish(started));
      if (!isTaken(plain) || isTaken(started)) return;
      trial.violated(
        {
          ...UNKNOWN_REFUSED,
          actual: describeAnswer(started.exchange),
        },
        started.exchange,
      );
    }),
    ...['TA-36', 'TA-37'].map((requirement) => ownedCheck(facts.run, requirement)),
    ownedCheck(facts.run, 'TA-38', {}, (exchange, trial) => {
      const updates = at(bodyOf(exchange), 'updates');
      const blank = Object.keys(isObject(updates) ? updates : {}).find((path) =>
        path.split('.').some((segment) => segment.trim() === ''),
      );
      if (blank === undefined) return;
      trial.violated(
        {
          symptom: 'path with an empty segment',
          expected: 'a dotted path without empty segments',
          actual: brief(blank),
        },
        exchange,
      );
    }),
  ];
}
